package unconditionalrelease

import "honnef.co/go/tools/analysis/lint"

// Doc is the one text behind `leasevet explain`, the documentation page and the
// help of SARIF rules.
var Doc = &lint.RawDocumentation{
	Title: "a lock is released or extended without comparing its owner",
	Text: `A lease ends by its clock, not by the death of its holder:

  A takes the lock and stalls; the lock expires; B takes it and works;
  A wakes up and deletes the record. B's lock is gone, and C walks in.

A release or renewal must compare the owner token in the same atomic request
that deletes or extends the record. Reading the owner, comparing it in Go and
then deleting is the same fault: the record can expire and be taken between the
two requests.

Reported: DEL, UNLINK, GETDEL, DELEX without a condition, EXPIRE, GETEX, SET XX,
memcached Delete and Touch, etcd and Consul deletes of a lock key, DeleteItem
without a condition, alone or in a batch, DELETE or UPDATE of a lock row by its name
alone, upserts that extend a row under a condition on EXCLUDED, which is the row to be
inserted and not the stored one, deletes of a lock document by its _id, Lua scripts
whose del or expire is not behind a comparison, and all of these in a pipeline or in
MULTI without WATCH.

Lock evidence is needed: the same key must be acquired (SET NX, Add, insert if
absent) somewhere in sight, or the two functions must be the ends of a lock.

A fix is offered for a DEL of one key through go-redis or redigo whose owner token
is a variable of the same function, or a field of the same receiver: the package gets
a compare-and-delete script, and the DEL becomes its Run.

Not reported: keys that nobody acquires (caches, one-time codes, counters,
sessions), compare-and-delete in any spelling, library locks that compare by
themselves, the rollback of one's own acquire when the attempt failed,
functions that break a lock on purpose by their name (Force…, Steal…, Break…),
scripts and keys that the analysis cannot see.`,
	Before: `func (l *Lock) Release(ctx context.Context) error {
	return l.rdb.Del(ctx, l.key).Err()
}`,
	After: `var release = redis.NewScript(` + "`" + `
if redis.call("get", KEYS[1]) == ARGV[1] then
	return redis.call("del", KEYS[1])
end
return 0` + "`" + `)

func (l *Lock) Release(ctx context.Context) error {
	return release.Run(ctx, l.rdb, []string{l.key}, l.token).Err()
}`,
	Since:    "0.1.0",
	Severity: lint.SeverityError,
}
