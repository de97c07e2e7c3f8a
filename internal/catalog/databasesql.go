package catalog

// databaseSQL is database/sql. DB calls may each use another connection; Conn
// and Tx are pinned. sqlx, gorm and others embed these types, so their promoted
// methods are these rows.
var databaseSQL = &Library{
	Name:  "database/sql",
	Store: SQL,
	Paths: []string{"database/sql"},
	Check: []string{"database/sql"},
	// A RETURNING statement through QueryRow answers ErrNoRows when its condition
	// did not hold.
	Consts: map[string]string{"ErrNoRows": "refused"},
	Rows: []Row{
		{Role: SQLExec, Call: "Exec(sql, args...) result, error", On: "DB", Strict: true, Pool: true, Detached: true},
		{Role: SQLExec, Call: "Exec(sql, args...) result, error", On: "Tx", Strict: true, Detached: true},
		{Role: SQLExec, Call: "ExecContext(ctx, sql, args...) result, error", On: "DB", Strict: true, Pool: true, Display: "Exec"},
		{Role: SQLExec, Call: "ExecContext(ctx, sql, args...) result, error", On: "Tx|Conn", Strict: true, Display: "Exec"},
		{Role: SQLQuery, Call: "Query(sql, args...) rows, error", On: "DB", Strict: true, Pool: true, Detached: true},
		{Role: SQLQuery, Call: "Query(sql, args...) rows, error", On: "Tx", Strict: true, Detached: true},
		{Role: SQLQuery, Call: "QueryContext(ctx, sql, args...) rows, error", On: "DB", Strict: true, Pool: true, Display: "Query"},
		{Role: SQLQuery, Call: "QueryContext(ctx, sql, args...) rows, error", On: "Tx|Conn", Strict: true, Display: "Query"},
		{Role: SQLQuery, Call: "QueryRow(sql, args...) rows", On: "DB", Strict: true, Pool: true, Detached: true},
		{Role: SQLQuery, Call: "QueryRow(sql, args...) rows", On: "Tx", Strict: true, Detached: true},
		{Role: SQLQuery, Call: "QueryRowContext(ctx, sql, args...) rows", On: "DB", Strict: true, Pool: true, Display: "QueryRow"},
		{Role: SQLQuery, Call: "QueryRowContext(ctx, sql, args...) rows", On: "Tx|Conn", Strict: true, Display: "QueryRow"},
		{Role: SQLPrepare, Call: "Prepare(sql) stmt, error", On: "DB", Strict: true, Pool: true, Detached: true},
		{Role: SQLPrepare, Call: "Prepare(sql) stmt, error", On: "Tx", Strict: true, Detached: true},
		{Role: SQLPrepare, Call: "PrepareContext(ctx, sql) stmt, error", On: "DB", Strict: true, Pool: true, Display: "Prepare"},
		{Role: SQLPrepare, Call: "PrepareContext(ctx, sql) stmt, error", On: "Tx|Conn", Strict: true, Display: "Prepare"},

		{Role: StmtExec, Call: "Exec(args...) result, error", On: "Stmt", Strict: true, Detached: true},
		{Role: StmtExec, Call: "ExecContext(ctx, args...) result, error", On: "Stmt", Strict: true, Display: "Exec"},
		{Role: StmtQuery, Call: "Query(args...) rows, error", On: "Stmt", Strict: true, Detached: true},
		{Role: StmtQuery, Call: "QueryContext(ctx, args...) rows, error", On: "Stmt", Strict: true, Display: "Query"},
		{Role: StmtQuery, Call: "QueryRow(args...) rows", On: "Stmt", Strict: true, Detached: true},
		{Role: StmtQuery, Call: "QueryRowContext(ctx, args...) rows", On: "Stmt", Strict: true, Display: "QueryRow"},
		// A statement bound to the transaction is the same statement.
		{Role: Handle, Call: "Stmt(_) stmt", On: "Tx", Strict: true},
		{Role: Handle, Call: "StmtContext(ctx, _) stmt", On: "Tx", Strict: true},

		// MySQL counts changed rows unless the DSN asks for clientFoundRows.
		{Role: Outcome, Call: "RowsAffected() count, error", On: "Result", Strict: true},
		{Role: None, Call: "LastInsertId() _, error", On: "Result", Strict: true},
		{Role: Result, Call: "Scan(dest...) error", On: "Row|Rows", Strict: true},
		{Role: Result, Call: "Next() ok", On: "Rows", Strict: true},
		{Role: Result, Call: "Err() error", On: "Row|Rows", Strict: true},

		// After the ctx of BeginTx ends the transaction is rolled back.
		{Role: Begin, Call: "Begin() tx, error", On: "DB", Strict: true, Detached: true},
		{Role: Begin, Call: "BeginTx(ctx, opts) tx, error", On: "DB|Conn", Strict: true},
		{Role: Commit, Call: "Commit() error", On: "Tx", Strict: true},
		{Role: Rollback, Call: "Rollback() error", On: "Tx", Strict: true},
		{Role: Pin, Call: "Conn(ctx) conn, error", On: "DB", Strict: true},
		// Close returns the connection with its session locks still held.
		{Role: Unpin, Call: "Close() error", On: "Conn", Strict: true},
		{Role: None, Call: "Raw(fn) error", On: "Conn", Strict: true},
	},
}
