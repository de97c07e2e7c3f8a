package leasettl

import "honnef.co/go/tools/analysis/lint"

// Doc is the one text behind `leasevet explain`, the documentation page and the
// help of SARIF rules.
var Doc = &lint.RawDocumentation{
	Title: "a lease never ends, or ends before its time",
	Text: `A lease is a lock that ends by itself. Without a TTL the first holder that
crashes keeps it for ever; with one that does not fit, it ends under a holder
that is still at work:

  A takes the lock for 10 s and renews it every 10 s; a renewal comes a little
  late; the lock has expired, B takes it, and both work.

Reported at the acquire: a lock record without a TTL (SETNX, SET NX without EX or
PX, a TTL of 0, an etcd key without a lease, a lock row or document whose columns
have no end, while no statement clears old ones); SETNX and EXPIRE as two
requests, between which a holder can crash; a TTL in another unit than is
counted, shown by a bare constant below a millisecond, by a constant of more than
three years, by a time.Duration given as a number of seconds or milliseconds, by
.Seconds() given as milliseconds, or by the name of a number (expireSeconds); a
TTL, the library's default included (redsync 8 s, go-zero's RedisLock 500 ms),
that is shorter than the timeout or sleep of the work under the lock, when
nothing renews it.

Reported at the ticker, timer or sleep of a renewal loop: a pause that is not
below the TTL, or more than half of it, so that one failed renewal loses the
lease. Both must be constants, or multiples of one value.

Not reported: records that nobody ends or extends in sight, which are markers
and not locks; SETNX and EXPIRE in one pipeline, transaction or script;
SETNX of a deadline that a GETSET takes over; TTLs, intervals and timeouts that
come from callers or configuration and cannot be compared; loops with several
timers; TTLs of leases and sessions that a library renews.`,
	Before: `ok, err := rdb.SetNX(ctx, key, token, 0).Result()
if err == nil && ok {
	err = rdb.Expire(ctx, key, 30*time.Second).Err()
}`,
	After:    `ok, err := rdb.SetNX(ctx, key, token, 30*time.Second).Result()`,
	Since:    "0.1.0",
	Severity: lint.SeverityWarning,
}
