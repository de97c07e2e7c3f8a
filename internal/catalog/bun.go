package catalog

// bun is uptrace/bun. It declares its own Exec methods although it embeds
// database/sql's types. DB, Tx and Conn start a chain; Exec and Scan send it.
// WherePK alone is no fence.
var bun = &Library{
	Name:  "bun",
	Store: SQL,
	Paths: []string{"github.com/uptrace/bun"},
	Check: []string{"github.com/uptrace/bun"},
	Rows: []Row{
		{Role: ChainLink, Call: "NewUpdate() self", On: "DB|Tx|Conn|IDB", Link: "update"},
		{Role: ChainLink, Call: "NewInsert() self", On: "DB|Tx|Conn|IDB", Link: "insert"},
		{Role: ChainLink, Call: "NewDelete() self", On: "DB|Tx|Conn|IDB", Link: "delete"},
		{Role: ChainLink, Call: "NewSelect() self", On: "DB|Tx|Conn|IDB", Link: "query"},
		{Role: ChainLink, Call: "NewMerge() self", On: "DB|Tx|Conn|IDB", Link: "merge"},
		{Role: ChainLink, Call: "NewRaw(sql, args...) self", On: "DB|Tx|Conn|IDB", Link: "raw"},

		{Role: ChainLink, Call: "Model(doc) self", On: "UpdateQuery|InsertQuery|DeleteQuery|SelectQuery|MergeQuery", Link: "model"},
		{Role: ChainLink, Call: "Table(name...) self", On: "UpdateQuery|InsertQuery|DeleteQuery|SelectQuery", Link: "table"},
		{Role: ChainLink, Call: "TableExpr|ModelTableExpr(name, args...) self", On: "UpdateQuery|InsertQuery|DeleteQuery|SelectQuery", Link: "table"},
		{Role: ChainLink, Call: "Set(update, args...) self", On: "UpdateQuery|InsertQuery", Link: "set"},
		{Role: ChainLink, Call: "SetColumn|Value(column, update, args...) self", On: "UpdateQuery", Link: "set"},
		{Role: ChainLink, Call: "Where(cond, args...) self", On: "UpdateQuery|InsertQuery|DeleteQuery|SelectQuery", Link: "where"},
		{Role: ChainLink, Call: "WhereOr(cond, args...) self", On: "UpdateQuery|InsertQuery|DeleteQuery|SelectQuery", Link: "or"},
		{Role: ChainLink, Call: "WhereGroup(_, fn) self", On: "UpdateQuery|DeleteQuery|SelectQuery", Link: "scopes"},
		{Role: ChainLink, Call: "WherePK(column...) self", On: "UpdateQuery|DeleteQuery|SelectQuery", Link: "wherepk"},
		{Role: ChainLink, Call: "Column(column...) self", On: "UpdateQuery|InsertQuery|SelectQuery", Link: "select"},
		{Role: ChainLink, Call: "ExcludeColumn(column...) self", On: "UpdateQuery|InsertQuery", Link: "omit"},
		{Role: ChainLink, Call: "OmitZero|Bulk|ForceDelete|WhereAllWithDeleted() self", On: "UpdateQuery|DeleteQuery", Link: "same"},
		{Role: ChainLink, Call: "Ignore() self", On: "InsertQuery", Link: "ignore"},
		{Role: ChainLink, Call: "Replace() self", On: "InsertQuery", Link: "replace"},
		{Role: ChainLink, Call: "On(cond, args...) self", On: "InsertQuery|MergeQuery", Link: "on"},
		{Role: ChainLink, Call: "Returning(sql, args...) self", On: "UpdateQuery|InsertQuery|DeleteQuery", Link: "returning"},
		{Role: ChainLink, Call: "For(sql, args...) self", On: "SelectQuery", Link: "for"},
		{Role: ChainLink, Call: "Limit(_) self", On: "UpdateQuery|DeleteQuery|SelectQuery", Link: "limit"},
		{Role: ChainLink, Call: "Order(_...) self", On: "UpdateQuery|DeleteQuery|SelectQuery", Link: "order"},
		{Role: ChainLink, Call: "Apply(fn...) self", On: "UpdateQuery|InsertQuery|DeleteQuery|SelectQuery", Link: "scopes"},
		{Role: ChainLink, Call: "With(name, _) self", On: "UpdateQuery|InsertQuery|DeleteQuery|SelectQuery", Link: "with"},
		// Conn moves the query to another handle.
		{Role: ChainLink, Call: "Conn(client) self", On: "UpdateQuery|InsertQuery|DeleteQuery|SelectQuery|RawQuery", Link: "conn"},

		{Role: ChainEnd, Call: "Exec(ctx, dest...) result, error", On: "UpdateQuery|InsertQuery|DeleteQuery|RawQuery|MergeQuery", Strict: true, Link: "run"},
		{Role: ChainEnd, Call: "Exec(ctx, dest...) result, error", On: "SelectQuery", Strict: true, Link: "find"},
		// With Returning, Scan answers sql.ErrNoRows when the condition fails.
		{Role: ChainEnd, Call: "Scan(ctx, dest...) error", On: "UpdateQuery|InsertQuery|DeleteQuery|RawQuery", Strict: true, Link: "rows", Raises: true},
		{Role: ChainEnd, Call: "Scan(ctx, dest...) error", On: "SelectQuery", Strict: true, Link: "find"},
		{Role: ChainEnd, Call: "Count(ctx) count, error", On: "SelectQuery", Link: "find"},
		{Role: ChainEnd, Call: "Exists(ctx) ok, error", On: "SelectQuery", Link: "find"},

		{Role: SQLExec, Call: "Exec(sql, args...) result, error", On: "DB", Strict: true, Pool: true, Detached: true},
		{Role: SQLExec, Call: "Exec(sql, args...) result, error", On: "Tx", Strict: true, Detached: true},
		{Role: SQLExec, Call: "ExecContext(ctx, sql, args...) result, error", On: "DB", Strict: true, Pool: true, Display: "Exec"},
		{Role: SQLExec, Call: "ExecContext(ctx, sql, args...) result, error", On: "Tx|Conn|IConn", Strict: true, Display: "Exec"},
		{Role: SQLQuery, Call: "Query|QueryRow(sql, args...) rows, error?", On: "DB", Strict: true, Pool: true, Detached: true},
		{Role: SQLQuery, Call: "Query|QueryRow(sql, args...) rows, error?", On: "Tx", Strict: true, Detached: true},
		{Role: SQLQuery, Call: "QueryContext|QueryRowContext(ctx, sql, args...) rows, error?", On: "DB", Strict: true, Pool: true, Display: "Query"},
		{Role: SQLQuery, Call: "QueryContext|QueryRowContext(ctx, sql, args...) rows, error?", On: "Tx|Conn|IConn", Strict: true, Display: "Query"},
		{Role: Begin, Call: "Begin() tx, error", On: "DB|Tx", Detached: true},
		{Role: Begin, Call: "BeginTx(ctx, opts) tx, error", On: "DB|Tx|Conn|IDB"},
		{Role: InTx, Call: "RunInTx(ctx, opts, fn) error", On: "DB|Tx|Conn|IDB"},
		{Role: Commit, Call: "Commit() error", On: "Tx"},
		{Role: Rollback, Call: "Rollback() error", On: "Tx"},
		{Role: Pin, Call: "Conn(ctx) conn, error", On: "DB", Strict: true},
	},
}
