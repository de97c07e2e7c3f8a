package catalog

// squirrel is Masterminds/squirrel. Its builders are values: a call whose result
// is dropped does nothing. Most chains end in ToSql, whose text and arguments go
// to another library's Exec.
var squirrel = &Library{
	Name:  "squirrel",
	Store: SQL,
	Paths: []string{"github.com/Masterminds/squirrel", "gopkg.in/Masterminds/squirrel"},
	Check: []string{"github.com/Masterminds/squirrel"},
	Rows: []Row{
		// The first link names the table; the verb is the builder's type.
		{Role: ChainLink, Call: "Update|Insert|Replace|Delete(name) self", Link: "table"},
		{Role: ChainLink, Call: "Update|Insert|Replace|Delete(name) self", On: "StatementBuilderType", Strict: true, Link: "table"},
		{Role: ChainLink, Call: "Select(column...) self", Link: "select"},
		{Role: ChainLink, Call: "Select(column...) self", On: "StatementBuilderType", Strict: true, Link: "select"},

		{Role: ChainLink, Call: "Set(column, value) self", On: "UpdateBuilder", Link: "set"},
		{Role: ChainLink, Call: "SetMap(doc) self", On: "UpdateBuilder|InsertBuilder", Link: "set"},
		{Role: ChainLink, Call: "Where(cond, args...) self", On: "UpdateBuilder|DeleteBuilder|SelectBuilder|StatementBuilderType", Link: "where"},
		{Role: ChainLink, Call: "Suffix|Prefix(sql, args...) self", On: "UpdateBuilder|InsertBuilder|DeleteBuilder|SelectBuilder", Link: "suffix"},
		{Role: ChainLink, Call: "SuffixExpr(conds) self", On: "UpdateBuilder|InsertBuilder|DeleteBuilder", Link: "suffix"},
		{Role: ChainLink, Call: "Table|From|Into(name) self", On: "UpdateBuilder|DeleteBuilder|SelectBuilder|InsertBuilder", Link: "table"},
		{Role: ChainLink, Call: "Columns(column...) self", On: "InsertBuilder|SelectBuilder", Link: "select"},
		{Role: ChainLink, Call: "Values(value...) self", On: "InsertBuilder", Link: "values"},
		{Role: ChainLink, Call: "Options(_...) self", On: "InsertBuilder", Link: "options"},
		{Role: ChainLink, Call: "PlaceholderFormat(_) self", On: "StatementBuilderType|UpdateBuilder|InsertBuilder|DeleteBuilder|SelectBuilder", Link: "same"},
		{Role: ChainLink, Call: "RunWith(client) self", On: "StatementBuilderType|UpdateBuilder|InsertBuilder|DeleteBuilder|SelectBuilder", Link: "conn"},
		{Role: ChainLink, Call: "OrderBy(_...) self", On: "UpdateBuilder|DeleteBuilder|SelectBuilder", Link: "order"},
		{Role: ChainLink, Call: "Limit(_) self", On: "UpdateBuilder|DeleteBuilder|SelectBuilder", Link: "limit"},

		// ToSql sends nothing: its text and arguments go to an Exec.
		{Role: SQLText, Call: "ToSql() sql, args, error", On: "UpdateBuilder|InsertBuilder|DeleteBuilder|SelectBuilder", Link: "tosql"},
		{Role: SQLText, Call: "MustSql() sql, args", On: "UpdateBuilder|InsertBuilder|DeleteBuilder|SelectBuilder", Link: "tosql"},
		{Role: ChainEnd, Call: "Exec() result, error", On: "UpdateBuilder", Strict: true, Link: "updates"},
		{Role: ChainEnd, Call: "ExecContext(ctx) result, error", On: "UpdateBuilder", Strict: true, Link: "updates", Display: "Exec"},
		{Role: Insert, Call: "Exec() result, error", On: "InsertBuilder", Strict: true, Link: "create"},
		{Role: Insert, Call: "ExecContext(ctx) result, error", On: "InsertBuilder", Strict: true, Link: "create", Display: "Exec"},
		{Role: ChainEnd, Call: "Exec() result, error", On: "DeleteBuilder", Strict: true, Link: "delete"},
		{Role: ChainEnd, Call: "ExecContext(ctx) result, error", On: "DeleteBuilder", Strict: true, Link: "delete", Display: "Exec"},
		{Role: ChainEnd, Call: "Query|QueryRow() rows, error?", On: "SelectBuilder", Strict: true, Link: "find"},
		{Role: ChainEnd, Call: "QueryContext|QueryRowContext(ctx) rows, error?", On: "SelectBuilder", Strict: true, Link: "find", Display: "Query"},
		{Role: ChainEnd, Call: "Query|QueryRow() rows, error?", On: "UpdateBuilder", Strict: true, Link: "updates"},
		{Role: ChainEnd, Call: "QueryContext|QueryRowContext(ctx) rows, error?", On: "UpdateBuilder", Strict: true, Link: "updates", Display: "Query"},
		{Role: SQLText, Call: "Expr(sql, args...) sql"},
	},
}
