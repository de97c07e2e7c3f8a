package ownertoken

import "honnef.co/go/tools/analysis/lint"

// Doc is the one text behind `leasevet explain`, the documentation page and the
// help of SARIF rules.
var Doc = &lint.RawDocumentation{
	Title: "an owner token tells no holders apart",
	Text: `An owner token is what a release compares, so that it ends its own holder's
lock and no other's:

  A takes the lock and stores "1"; A stalls; the lock expires; B takes it and
  stores "1"; A wakes up, compares "1" with "1", and deletes B's lock.

The token must be drawn at random for each acquisition. It can be compared for
equality only: whether one is greater than another says nothing of which holder
came later. What storage can order is a fencing token, a number that the lock's
own storage counts up with each acquisition.

Reported: an acquire (SET NX, memcached Add, a script, redislock's
Options.Token) that stores a constant; the lock's own key or a part of it; the
time in seconds or milliseconds; the deadline of the lock; a process or
goroutine id, which other machines have too; a count that the process keeps. A
host name, or a value that is drawn once for the process, is reported where
the lock is named by the caller, so that two acquisitions of one process can
meet at it. A correct compare-and-delete script does not help against any of
these.

Reported as well, at the statement or script: a random token, or a count of this
process, that storage compares by < or > with a version or fence.

Lock evidence is needed: the same record must be ended or extended somewhere in
sight (a release that compares counts too), and names or owners must say that a
lock is meant.

Not reported: a token with something random in it, or the time in nanoseconds;
markers that are left to expire, or taken back only when the work failed
(idempotency, de-duplication, caches); stores that tell holders apart by a
session or revision (etcd, Consul, ZooKeeper, Kubernetes); a process-wide token
of an elector that campaigns for one fixed key; tokens that a caller outside of
the module or a field that others can set provides; a host or process id
together with a clock; lock rows of SQL and documents of MongoDB.`,
	Before: `func (l *Lock) Acquire(ctx context.Context) (bool, error) {
	return l.rdb.SetNX(ctx, l.key, "1", 30*time.Second).Result()
}`,
	After: `func (l *Lock) Acquire(ctx context.Context) (bool, error) {
	l.token = rand.Text() // crypto/rand: compared when the lock is released
	return l.rdb.SetNX(ctx, l.key, l.token, 30*time.Second).Result()
}`,
	Since:    "0.1.0",
	Severity: lint.SeverityWarning,
}
