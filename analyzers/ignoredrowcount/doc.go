package ignoredrowcount

import "honnef.co/go/tools/analysis/lint"

// Doc is the one text behind `leasevet explain`, the documentation page and the
// help of SARIF rules.
var Doc = &lint.RawDocumentation{
	Title: "the outcome of a conditional write is not looked at",
	Text: `A fenced write tells its caller by a count, a bool or a result that it was
refused. Zero rows affected is no error:

  A reads version 7 and stalls; B writes version 8; A's
  UPDATE … WHERE version = 7 matches nothing and returns a nil error;
  A reports success although nothing was written.

Reported: a dropped sql.Result, CommandTag, UpdateResult, TxnResponse, count or
bool of a write whose predicate compares a version, a generation or the owner of a
claim; one that compares a state that the write itself changes, or bounds a
quantity (stock > 0), when something that relies on it follows; a count that is
only logged; gorm chains of which only .Error is read; the count of an ent bulk
update, which Exec throws away; statements that a builder put together (squirrel,
goqu, jet, bun, xorm), also where the house's own function runs them; a batch whose results are
only closed; the rows of UPDATE … RETURNING that nobody asks for; the bool of a
lock library's Extend, or of a function that extends by a script, outside a loop; the
whole error of a conditional DynamoDB write, which is how a refusal is told; a
conditional Bigtable mutation without GetCondMutationResult; the writer of a conditional object write whose Close is
deferred, since Close is what tells.

A finding stands at the write. Where a callee hands the outcome to its caller, it
stands at the caller that drops it; where a callee returns only an error, or is
generated code, at the call whose effect follows. A function that runs a text it is
given (the house's own Exec) is looked through.

A fix is offered where the result of Exec is dropped and its error is returned at
once: it looks at the rows affected, and returns an error in the same words.

Not reported: counts that are compared, returned, stored or handed to a function
that looks at them (or that cannot be seen); updates by key alone, also by a key
that a version is part of (name and version, or a table that is read by single
versions); bulk updates with a status filter; idempotent flips and soft deletes
that nothing follows; rows of a list that move up; the outcome of a release, also
of one that clears the holder's flag; a heartbeat whose loss a later write under
the same claim notices; a claim whose rows the claimant reads back; bulk writes of
MongoDB, whose models are not read; clients that turn a refusal into an error
that somebody looks at (DynamoDB conditions, QueryRow with RETURNING); rows that the
same transaction locked before. A cache or journal entry, a clean-up that may be repeated, or a note
of when something was done (built_at = now() … built_at IS NULL) after it was done, is no
effect that relies on a flip.

MySQL counts changed rows, not matched ones: where the fenced write may store
equal values, ask for clientFoundRows=true in the DSN.`,
	Before: `_, err := db.ExecContext(ctx,
	"UPDATE doc SET body = ?, version = version + 1 WHERE id = ? AND version = ?", body, id, version)
return err`,
	After: `res, err := db.ExecContext(ctx,
	"UPDATE doc SET body = ?, version = version + 1 WHERE id = ? AND version = ?", body, id, version)
if err != nil {
	return err
}
if n, err := res.RowsAffected(); err != nil || n == 0 {
	return errors.Join(err, ErrStale)
}
return nil`,
	Since:    "0.1.0",
	Severity: lint.SeverityError,
}
