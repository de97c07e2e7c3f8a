package catalog

// pgx is jackc/pgx v3 to v5 with pgxpool and pgconn (a module of its own for
// v4). Pool methods may each use another connection; Conn and Tx are pinned. The
// sql argument may be the name of a prepared statement. v3 has no ctx; its …Ex
// forms have.
var pgx = &Library{
	Name:  "pgx",
	Store: SQL,
	Paths: []string{"github.com/jackc/pgx", "github.com/jackc/pgconn"},
	Check: []string{"github.com/jackc/pgx/v5", "github.com/jackc/pgx/v4", "github.com/jackc/pgconn", "github.com/jackc/pgx"},
	// ErrNoRows is the answer of a RETURNING statement whose condition failed.
	Consts: map[string]string{"ErrNoRows": "refused"},
	Rows: []Row{
		{Role: SQLExec, Call: "Exec(ctx, sql, args...) tag, error", On: "Pool", Pkg: "pgxpool", Strict: true, Pool: true},
		{Role: SQLQuery, Call: "Query(ctx, sql, args...) rows, error", On: "Pool", Pkg: "pgxpool", Strict: true, Pool: true},
		{Role: SQLQuery, Call: "QueryRow(ctx, sql, args...) rows", On: "Pool", Pkg: "pgxpool", Strict: true, Pool: true},
		{Role: SQLQuery, Call: "QueryFunc(ctx, sql, args, dest, fn) tag, error", On: "Pool", Pkg: "pgxpool", Strict: true, Pool: true, Until: 4},
		{Role: SQLExec, Call: "Exec(sql, args...) tag, error", On: "ConnPool", Strict: true, Pool: true, Until: 3},
		{Role: SQLExec, Call: "ExecEx(ctx, sql, opts, args...) tag, error", On: "ConnPool", Strict: true, Pool: true, Until: 3},
		{Role: SQLQuery, Call: "Query(sql, args...) rows, error", On: "ConnPool", Strict: true, Pool: true, Until: 3},
		{Role: SQLQuery, Call: "QueryEx(ctx, sql, opts, args...) rows, error", On: "ConnPool", Strict: true, Pool: true, Until: 3},
		{Role: SQLQuery, Call: "QueryRow(sql, args...) rows", On: "ConnPool", Strict: true, Pool: true, Until: 3},
		{Role: SQLQuery, Call: "QueryRowEx(ctx, sql, opts, args...) rows", On: "ConnPool", Strict: true, Pool: true, Until: 3},

		{Role: SQLExec, Call: "Exec(ctx?, sql, args...) tag, error", On: "Conn|Tx", Pkg: "|pgxpool", Strict: true},
		{Role: SQLQuery, Call: "Query(ctx?, sql, args...) rows, error", On: "Conn|Tx", Pkg: "|pgxpool", Strict: true},
		{Role: SQLQuery, Call: "QueryRow(ctx?, sql, args...) rows", On: "Conn|Tx", Pkg: "|pgxpool", Strict: true},
		{Role: SQLQuery, Call: "QueryFunc(ctx, sql, args, dest, fn) tag, error", On: "Conn|Tx", Pkg: "|pgxpool", Strict: true, Until: 4},
		{Role: SQLExec, Call: "ExecEx(ctx, sql, opts, args...) tag, error", On: "Conn|Tx", Strict: true, Until: 3},
		{Role: SQLQuery, Call: "QueryEx(ctx, sql, opts, args...) rows, error", On: "Conn|Tx", Strict: true, Until: 3},
		{Role: SQLQuery, Call: "QueryRowEx(ctx, sql, opts, args...) rows", On: "Conn|Tx", Strict: true, Until: 3},
		{Role: SQLPrepare, Call: "Prepare(ctx?, name, sql) stmt, error", On: "Conn|Tx|ConnPool", Pkg: "|pgxpool", Strict: true},
		{Role: Insert, Call: "CopyFrom(ctx?, _, _, doc) count, error", On: "Conn|Tx|Pool|ConnPool", Pkg: "|pgxpool", Strict: true},
		{Role: SQLExec, Call: "Exec(ctx, sql) rows", On: "PgConn", Pkg: "pgconn|", Strict: true},
		{Role: SQLExec, Call: "ExecParams(ctx, sql, args, _, _, _) rows", On: "PgConn", Pkg: "pgconn|", Strict: true},

		// SendBatch(..).Close() alone drops every row count.
		{Role: SQLExec, Call: "Queue(sql, args...) item?", On: "Batch", Strict: true, Link: "queued", Since: 4},
		{Role: SQLExec, Call: "Queue(sql, args, _, _)", On: "Batch", Strict: true, Link: "queued", Until: 3},
		{Role: Outcome, Call: "Exec(fn)", On: "QueuedQuery", Strict: true, Link: "callback"},
		{Role: Result, Call: "Query|QueryRow(fn)", On: "QueuedQuery", Strict: true, Link: "callback"},
		{Role: PipeRun, Call: "SendBatch(ctx, ops) batch", On: "Pool", Pkg: "pgxpool", Strict: true, Pool: true},
		{Role: PipeRun, Call: "SendBatch(ctx, ops) batch", On: "Conn|Tx", Pkg: "|pgxpool", Strict: true},
		{Role: PipeRun, Call: "Send(ctx, opts) error", On: "Batch", Strict: true, Until: 3},
		{Role: Result, Call: "Exec() tag, error", On: "BatchResults", Strict: true},
		{Role: Result, Call: "ExecResults() tag, error", On: "Batch", Strict: true, Until: 3},
		{Role: Result, Call: "Query() rows, error", On: "BatchResults", Strict: true},
		{Role: Result, Call: "QueryRow() rows", On: "BatchResults", Strict: true},

		{Role: Outcome, Call: "RowsAffected() count", On: "CommandTag", Pkg: "pgconn|", Strict: true},
		{Role: Result, Call: "String() _", On: "CommandTag", Pkg: "pgconn|", Strict: true},
		{Role: Result, Call: "CommandTag() tag", On: "Rows", Strict: true},
		{Role: Result, Call: "Scan(dest...) error", On: "Row|Rows", Strict: true},
		{Role: Result, Call: "Next() ok", On: "Rows", Strict: true},
		{Role: Result, Call: "Err() error", On: "Rows", Strict: true},
		{Role: Result, Call: "CollectOneRow|CollectExactlyOneRow|CollectRows(reply, _) reply, error", Since: 5},

		// No rollback when the ctx ends.
		{Role: Begin, Call: "Begin(ctx?) tx, error", On: "Conn|Tx|Pool|ConnPool", Pkg: "|pgxpool", Strict: true},
		{Role: Begin, Call: "BeginTx(ctx, opts) tx, error", On: "Conn|Pool", Pkg: "|pgxpool", Strict: true},
		{Role: Begin, Call: "BeginEx(ctx, opts) tx, error", On: "Conn|ConnPool", Strict: true, Until: 3},
		{Role: InTx, Call: "BeginFunc(ctx, client, fn) error", Since: 5},
		{Role: InTx, Call: "BeginTxFunc(ctx, client, opts, fn) error", Since: 5},
		{Role: InTx, Call: "BeginFunc(ctx, fn) error", On: "Conn|Tx|Pool", Pkg: "|pgxpool", Strict: true, Until: 4},
		{Role: InTx, Call: "BeginTxFunc(ctx, opts, fn) error", On: "Conn|Pool", Pkg: "|pgxpool", Strict: true, Until: 4},
		{Role: Commit, Call: "Commit(ctx?) error", On: "Tx", Pkg: "|pgxpool", Strict: true},
		{Role: Commit, Call: "CommitEx(ctx) error", On: "Tx", Strict: true, Until: 3},
		{Role: Rollback, Call: "Rollback(ctx?) error", On: "Tx", Pkg: "|pgxpool", Strict: true},
		{Role: Rollback, Call: "RollbackEx(ctx) error", On: "Tx", Strict: true, Until: 3},

		// Release gives the connection back with its session locks still held.
		{Role: Pin, Call: "Acquire(ctx) conn, error", On: "Pool", Pkg: "pgxpool", Strict: true},
		{Role: Pin, Call: "AcquireFunc(ctx, fn) error", On: "Pool", Pkg: "pgxpool", Strict: true},
		{Role: Pin, Call: "Acquire() conn, error", On: "ConnPool", Strict: true, Until: 3},
		{Role: Pin, Call: "AcquireEx(ctx) conn, error", On: "ConnPool", Strict: true, Until: 3},
		{Role: Unpin, Call: "Release()", On: "Conn", Pkg: "pgxpool", Strict: true},
		{Role: Unpin, Call: "Release(client)", On: "ConnPool", Strict: true, Until: 3},
		{Role: Handle, Call: "Conn() conn", On: "Conn|Tx", Pkg: "|pgxpool", Strict: true},
		{Role: Handle, Call: "Hijack() conn", On: "Conn", Pkg: "pgxpool", Strict: true, Link: "hijack"},
		{Role: Handle, Call: "PgConn() conn", On: "Conn", Strict: true},
	},
}
