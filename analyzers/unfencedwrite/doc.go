package unfencedwrite

import "honnef.co/go/tools/analysis/lint"

// Doc is the one text behind `leasevet explain`, the documentation page and the
// help of SARIF rules.
var Doc = &lint.RawDocumentation{
	Title: "a write under a lease that nothing at the storage refuses when it is late",
	Text: `A lock does not protect data; storage must refuse the late write:

  A takes the lease, reads, and stalls; the lease expires; B takes it and
  writes; A wakes up and writes what it had computed. B's data is gone.

Inside a lock section each write that replaces state must be one that the
storage refuses when it comes from an older holder: its predicate compares a
fencing token, version, generation, epoch or owner, or a column that it sets
('pending' → 'done'); an etcd transaction has an If; an object is written under its
generation, its ETag or the lease's id; the write runs in the database transaction,
or on the connection, that holds the lock.

Reported: one finding for each such write, at the write, or at the call inside
the section when a callee makes it; also a version that is read and compared in
Go and then written without a comparison, and a row that is saved as a whole, the
holder of its claim included, where claims expire.

An interface whose implementation is out of sight is taken by its names. Two methods
of the same stem, LockOrder and UnlockOrder or TryLock and Unlock, are a lock if both
can fail, and so is a method that runs a function under a time to live,
WithLock(ctx, name, ttl, fn); a method of a store that updates, sets, saves or deducts is reported when
its section gives it no token, version or expected value: what the store is not given
it cannot compare, and neither can an object store (Blob…, Object…, Bucket…) that creates or
uploads what it is given. An implementation in sight is always believed over a name, but for
object stores in memory or on the disk of one machine.

Silent by default, shown with -unfencedwrite.all: appends, inserts if absent,
deletes (soft ones, and rows that are wiped, too), cache fills with a TTL, counters.

Not reported: rows that the writing transaction has locked FOR UPDATE, updates made after the record was read again in the same transaction
and a column compared that they set, writes after the release on every path, writes in goroutines that
may outlive the section, statements whose text is not fully known, objects whose
handle, input or options come from elsewhere and may carry a condition, keys drawn
for the write (random ids, content hashes, temporary objects), handlers that are
registered in the section and run later, what a callee writes under a lock of its
own, a state that the transaction has found not to be there yet, stores that are
given a record with a version beside its data, locks on the identity of the event
that is handled, sections whose acquire carries
//leasevet:efficiency REASON, because that lock only saves duplicate work.`,
	Before: `lock, err := locker.Obtain(ctx, "order", 10*time.Second, nil)
…
_, err = db.ExecContext(ctx, "UPDATE orders SET total = ? WHERE id = ?", total, id)`,
	After: `res, err := db.ExecContext(ctx,
	"UPDATE orders SET total = ?, version = version + 1 WHERE id = ? AND version = ?", total, id, version)
// and look at res.RowsAffected()`,
	Since:    "0.1.0",
	Severity: lint.SeverityWarning,
	Options:  []string{"all"},
}
