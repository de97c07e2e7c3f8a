package leakedlock

import "honnef.co/go/tools/analysis/lint"

// Doc is the one text behind `leasevet explain`, the documentation page and the
// help of SARIF rules.
var Doc = &lint.RawDocumentation{
	Title: "a way out of the function leaves the lock held and in nobody's hands",
	Text: `A lease that nobody releases ends by its clock only, and a lock without one never:

  A takes the lock, reads, and returns an error without a release; B, C and the
  next A are refused until the TTL is over, although nobody works.

Reported, at the acquire, naming the exit: a return or an explicit panic between
acquire and release, where another way through the function releases the lock or
hands it on; a round of a loop that goes on to the next acquire without the release
that other rounds make; the first of two locks when the second is refused; a loop
that takes a lock for each of several keys and gives up at one of them without
giving back those before it.

Not reported: locks that are released by a defer, also one under a condition; that
are returned, stored in a field, map or channel, captured by a closure, or given to
a function that gets the handle or the token; a function that releases nowhere,
which leaves that to its caller or to the TTL on purpose; one that keeps the lock
where all went well and gives it back where it did not (a minimum interval, a
de-duplication record); releases under another name by a method of the lock's
owner; ends of the process; ways out where the client has told that the lock is lost; locks of a database session or transaction, which
pooledlock looks at.`,
	Before: `lock, err := locker.Obtain(ctx, "till", 30*time.Second, nil)
if err != nil {
	return err
}
if err := open(ctx); err != nil {
	return err // the till stays locked for 30 seconds
}
err = count(ctx)
lock.Release(ctx)
return err`,
	After: `lock, err := locker.Obtain(ctx, "till", 30*time.Second, nil)
if err != nil {
	return err
}
defer lock.Release(context.WithoutCancel(ctx))
if err := open(ctx); err != nil {
	return err
}
return count(ctx)`,
	Since:    "0.1.0",
	Severity: lint.SeverityWarning,
}
