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
		// The first link says the verb and names the table.
		{Role: ChainLink, Call: "Update(name) self", Link: "update"},
		{Role: ChainLink, Call: "Insert(name) self", Link: "insert"},
		{Role: ChainLink, Call: "Replace(name) self", Link: "replace"},
		{Role: ChainLink, Call: "Delete(name) self", Link: "delete"},
		{Role: ChainLink, Call: "Select(column...) self", Link: "query"},
		{Role: ChainLink, Call: "Update(name) self", On: "StatementBuilderType", Strict: true, Link: "update"},
		{Role: ChainLink, Call: "Insert(name) self", On: "StatementBuilderType", Strict: true, Link: "insert"},
		{Role: ChainLink, Call: "Replace(name) self", On: "StatementBuilderType", Strict: true, Link: "replace"},
		{Role: ChainLink, Call: "Delete(name) self", On: "StatementBuilderType", Strict: true, Link: "delete"},
		{Role: ChainLink, Call: "Select(column...) self", On: "StatementBuilderType", Strict: true, Link: "query"},

		{Role: ChainLink, Call: "Set(column, value) self", On: "UpdateBuilder", Link: "set"},
		{Role: ChainLink, Call: "SetMap(doc) self", On: "UpdateBuilder|InsertBuilder", Link: "set"},
		{Role: ChainLink, Call: "Where(cond, args...) self", On: "UpdateBuilder|DeleteBuilder|SelectBuilder|StatementBuilderType", Link: "where"},
		{Role: ChainLink, Call: "Suffix(sql, args...) self", On: "UpdateBuilder|InsertBuilder|DeleteBuilder|SelectBuilder", Link: "suffix"},
		{Role: ChainLink, Call: "SuffixExpr(sql) self", On: "UpdateBuilder|InsertBuilder|DeleteBuilder", Link: "suffix"},
		{Role: ChainLink, Call: "Prefix(sql, args...) self", On: "UpdateBuilder|InsertBuilder|DeleteBuilder|SelectBuilder", Link: "prefix"},
		{Role: ChainLink, Call: "Table|From|Into(name) self", On: "UpdateBuilder|DeleteBuilder|SelectBuilder|InsertBuilder", Link: "table"},
		{Role: ChainLink, Call: "Columns(column...) self", On: "InsertBuilder|SelectBuilder", Link: "columns"},
		{Role: ChainLink, Call: "Values(value...) self", On: "InsertBuilder", Link: "values"},
		{Role: ChainLink, Call: "Options(sql...) self", On: "InsertBuilder", Link: "options"},
		{Role: ChainLink, Call: "PlaceholderFormat(_) self", On: "StatementBuilderType|UpdateBuilder|InsertBuilder|DeleteBuilder|SelectBuilder", Link: "same"},
		{Role: ChainLink, Call: "RunWith(client) self", On: "StatementBuilderType|UpdateBuilder|InsertBuilder|DeleteBuilder|SelectBuilder", Link: "conn"},
		{Role: ChainLink, Call: "OrderBy(_...) self", On: "UpdateBuilder|DeleteBuilder|SelectBuilder", Link: "order"},
		{Role: ChainLink, Call: "Limit|Offset(_) self", On: "UpdateBuilder|DeleteBuilder|SelectBuilder", Link: "limit"},

		// ToSql sends nothing: its text and arguments go to an Exec.
		{Role: SQLText, Call: "ToSql() sql, args, error", On: "UpdateBuilder|InsertBuilder|DeleteBuilder|SelectBuilder|Sqlizer", Link: "tosql"},
		{Role: SQLText, Call: "MustSql() sql, args", On: "UpdateBuilder|InsertBuilder|DeleteBuilder|SelectBuilder", Link: "tosql"},
		{Role: SQLExec, Call: "ExecWith(client, sql) result, error", Link: "built", Detached: true, Display: "Exec"},
		{Role: SQLExec, Call: "ExecContextWith(ctx, client, sql) result, error", Link: "built", Display: "Exec"},
		{Role: ChainEnd, Call: "Exec() result, error", On: "UpdateBuilder|InsertBuilder|DeleteBuilder", Strict: true, Link: "run"},
		{Role: ChainEnd, Call: "ExecContext(ctx) result, error", On: "UpdateBuilder|InsertBuilder|DeleteBuilder", Strict: true, Link: "run", Display: "Exec"},
		{Role: ChainEnd, Call: "Query|QueryRow() rows, error?", On: "UpdateBuilder|InsertBuilder|DeleteBuilder|SelectBuilder", Strict: true, Link: "rows"},
		{Role: ChainEnd, Call: "QueryContext|QueryRowContext(ctx) rows, error?", On: "UpdateBuilder|InsertBuilder|DeleteBuilder|SelectBuilder", Strict: true, Link: "rows", Display: "Query"},
		{Role: ChainEnd, Call: "Scan(dest...) error", On: "UpdateBuilder|InsertBuilder|SelectBuilder", Strict: true, Link: "rows"},
		{Role: ChainEnd, Call: "ScanContext(ctx, dest...) error", On: "UpdateBuilder|InsertBuilder|DeleteBuilder|SelectBuilder", Strict: true, Link: "rows", Display: "Scan"},
		{Role: SQLText, Call: "Expr(sql, args...) sql"},
	},
}
