package pooledlock

import "honnef.co/go/tools/analysis/lint"

// Doc is the one text behind `leasevet explain`, the documentation page and the
// help of SARIF rules.
var Doc = &lint.RawDocumentation{
	Title: "a lock of the database session is taken or released through a pool",
	Text: `pg_advisory_lock, GET_LOCK and sp_getapplock belong to the session, that is to
one connection. A pool hands out whichever is free:

  A locks through the pool, on connection 1; connection 1 goes back to the pool;
  A's unlock runs on connection 2, which holds nothing, and answers false;
  connection 1 keeps the lock, for whoever gets it next, until it is closed.

Reported: statements that take or end a session lock through *sql.DB, sqlx, pgxpool,
gorm, bun, xorm, go-pg or an ent client, or through an interface that only a pool
can be behind; a lock that is taken on one connection and released through the
pool; a transaction lock (pg_advisory_xact_lock) taken through the pool, where the
statement is a transaction of its own and the lock ends with it; a session lock of
PostgreSQL that is taken inside a transaction of the pool, whose unlock an aborted
transaction refuses; a Close or Release that returns a pinned connection to the
pool with the lock still held.

Not reported: a pinned connection (*sql.Conn, pgxpool.Conn, pgx.Conn), also when the
answer of the unlock is dropped; a transaction lock inside a transaction; MySQL's and
SQL Server's locks inside a transaction; a pool that is limited to one connection
(SetMaxOpenConns(1), MaxConns: 1, pool_max_conns=1), or whose only way to release is
to close it; a text that takes and ends the lock; handles of which it cannot be seen
whether they are a pool: an interface such as sqlc's DBTX, a *gorm.DB named tx or
handed in by a caller that is not in sight.`,
	Before: `_, err := db.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id)
…
defer db.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", id)`,
	After: `conn, err := db.Conn(ctx)
…
defer conn.Close()
_, err = conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id)
…
defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", id)`,
	Since:    "0.1.0",
	Severity: lint.SeverityError,
}
