package ignoredacquire

import "honnef.co/go/tools/analysis/lint"

// Doc is the one text behind `leasevet explain`, the documentation page and the
// help of SARIF rules.
var Doc = &lint.RawDocumentation{
	Title: "work for the holder of a lock runs although the lock was refused",
	Text: `An acquire answers. Where nobody listens, the lock protects nothing:

  B holds the lock; A asks for it and is refused; A goes on all the same, writes
  beside B, and releases in the end what B still holds.

Reported: work that a refused acquire reaches, that is, code that also runs under
the lock before its release. SETNX of which only .Err() is read, whose bool is
dropped; an error of Lock that is only logged; one sentinel handled and every
other error passed over; a last retry after which the work runs anyway; a wrapper
that hides the answer, at its caller; work that runs only when the lock was NOT
taken. Also a release that runs although the acquire failed: deferred before the
answer was looked at. Where the answer is used and only the release comes too
early the finding stands at the release, else at the acquire.

The function is followed once for each way to be refused (somebody else holds the
lock, an error of each kind that it tells apart, any other error), and what it
reaches then is compared with what it reaches as the holder.

Not reported: a wrapper that hides the answer, as long as it does no work itself;
code after the release that runs either way; a branch of its own for the case that
the lock cannot be had, with work of its own (the way to fail open on purpose); a
lock that //leasevet:efficiency says only saves work; records that nobody ends or
extends in sight, which are markers and cache entries; a release that compares
the owner, run by a loser who does no work: it ends nothing; functions that end
the process; answers kept in a field or handed to code that cannot be seen; locks
that answer by a context alone, which is done already when they were not got.`,
	Before: `if err := rdb.SetNX(ctx, "report", token, ttl).Err(); err != nil { // nil when it is taken
	return err
}
defer unlock(ctx, rdb, "report", token)
return writeReport(ctx)`,
	After: `ok, err := rdb.SetNX(ctx, "report", token, ttl).Result()
if err != nil {
	return err
}
if !ok {
	return ErrBusy
}
defer unlock(ctx, rdb, "report", token)
return writeReport(ctx)`,
	Since:    "0.1.0",
	Severity: lint.SeverityError,
}
