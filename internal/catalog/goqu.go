package catalog

// goqu is doug-martin/goqu. Datasets are values that give a new dataset at each
// link; Executor sends, ToSQL gives the text to another library. A condition is a
// map (Ex, ExOr), or made of an identifier: C("version").Eq(v).
var goqu = &Library{
	Name:  "goqu",
	Store: SQL,
	Paths: []string{"github.com/doug-martin/goqu"},
	Check: []string{"github.com/doug-martin/goqu/v9"},
	Rows: []Row{
		{Role: ChainLink, Call: "Update(name) self", Link: "update"},
		{Role: ChainLink, Call: "Insert(name) self", Link: "insert"},
		{Role: ChainLink, Call: "Delete(name) self", Link: "delete"},
		{Role: ChainLink, Call: "From(name...) self", Link: "query"},
		{Role: ChainLink, Call: "Update(name) self", On: "Database|TxDatabase|DialectWrapper", Strict: true, Link: "update"},
		{Role: ChainLink, Call: "Insert(name) self", On: "Database|TxDatabase|DialectWrapper", Strict: true, Link: "insert"},
		{Role: ChainLink, Call: "Delete(name) self", On: "Database|TxDatabase|DialectWrapper", Strict: true, Link: "delete"},
		{Role: ChainLink, Call: "From(name...) self", On: "Database|TxDatabase|DialectWrapper", Strict: true, Link: "query"},
		// From("t").Where(…).Update() keeps table and conditions.
		{Role: ChainLink, Call: "Update() self", On: "SelectDataset", Strict: true, Link: "update"},
		{Role: ChainLink, Call: "Delete() self", On: "SelectDataset", Strict: true, Link: "delete"},
		{Role: ChainLink, Call: "Insert() self", On: "SelectDataset", Strict: true, Link: "insert"},

		{Role: ChainLink, Call: "Table|Into(name) self", On: "UpdateDataset|InsertDataset", Strict: true, Link: "table"},
		{Role: ChainLink, Call: "Set(doc) self", On: "UpdateDataset", Strict: true, Link: "set"},
		{Role: ChainLink, Call: "Where(conds...) self", On: "UpdateDataset|DeleteDataset|SelectDataset", Strict: true, Link: "where"},
		{Role: ChainLink, Call: "From(_...) self", On: "UpdateDataset", Strict: true, Link: "same"},
		{Role: ChainLink, Call: "Rows(doc...) self", On: "InsertDataset", Strict: true, Link: "set"},
		{Role: ChainLink, Call: "Cols(column...) self", On: "InsertDataset", Strict: true, Link: "columns"},
		{Role: ChainLink, Call: "OnConflict(conds) self", On: "InsertDataset", Strict: true, Link: "on"},
		{Role: ChainLink, Call: "Returning(column...) self", On: "UpdateDataset|InsertDataset|DeleteDataset", Strict: true, Link: "returning"},
		{Role: ChainLink, Call: "Prepared|WithDialect|SetDialect(_) self", On: "UpdateDataset|InsertDataset|DeleteDataset|SelectDataset", Strict: true, Link: "same"},
		{Role: ChainLink, Call: "Limit(_) self", On: "UpdateDataset|DeleteDataset|SelectDataset", Strict: true, Link: "limit"},
		{Role: ChainLink, Call: "Order(_...) self", On: "UpdateDataset|DeleteDataset|SelectDataset", Strict: true, Link: "order"},
		{Role: ChainLink, Call: "ForUpdate|ForNoKeyUpdate(_, _...) self", On: "SelectDataset", Strict: true, Link: "for"},
		{Role: ChainLink, Call: "Executor() self", On: "UpdateDataset|InsertDataset|DeleteDataset|SelectDataset", Strict: true, Link: "same"},

		{Role: SQLText, Call: "ToSQL() sql, args, error", On: "UpdateDataset|InsertDataset|DeleteDataset|SelectDataset", Strict: true, Link: "tosql"},
		{Role: ChainEnd, Call: "Exec() result, error", On: "QueryExecutor", Pkg: "exec", Strict: true, Link: "run"},
		{Role: ChainEnd, Call: "ExecContext(ctx) result, error", On: "QueryExecutor", Pkg: "exec", Strict: true, Link: "run", Display: "Exec"},
		{Role: ChainEnd, Call: "ScanStruct|ScanVal(dest) ok, error", On: "QueryExecutor", Pkg: "exec", Strict: true, Link: "rows"},
		{Role: ChainEnd, Call: "ScanStructContext|ScanValContext(ctx, dest) ok, error", On: "QueryExecutor", Pkg: "exec", Strict: true, Link: "rows"},
		{Role: ChainEnd, Call: "ScanStruct|ScanVal(dest) ok, error", On: "SelectDataset", Strict: true, Link: "rows"},
		{Role: ChainEnd, Call: "ScanStructContext|ScanValContext(ctx, dest) ok, error", On: "SelectDataset", Strict: true, Link: "rows"},
		{Role: ChainEnd, Call: "ScanStructs|ScanVals(dest) error", On: "SelectDataset", Strict: true, Link: "rows"},
		{Role: ChainEnd, Call: "ScanStructsContext|ScanValsContext(ctx, dest) error", On: "SelectDataset", Strict: true, Link: "rows"},

		{Role: SQLExec, Call: "Exec(sql, args...) result, error", On: "Database", Strict: true, Pool: true, Detached: true},
		{Role: SQLExec, Call: "Exec(sql, args...) result, error", On: "TxDatabase", Strict: true, Detached: true},
		{Role: SQLExec, Call: "ExecContext(ctx, sql, args...) result, error", On: "Database", Strict: true, Pool: true, Display: "Exec"},
		{Role: SQLExec, Call: "ExecContext(ctx, sql, args...) result, error", On: "TxDatabase", Strict: true, Display: "Exec"},
		{Role: Begin, Call: "Begin() tx, error", On: "Database"},
		{Role: Begin, Call: "BeginTx(ctx, opts) tx, error", On: "Database"},
		{Role: InTx, Call: "WithTx(fn) error", On: "Database"},
		{Role: Commit, Call: "Commit() error", On: "TxDatabase"},
		{Role: Rollback, Call: "Rollback() error", On: "TxDatabase"},

		{Role: Handle, Call: "C|I(column) column", Link: "column"},
		{Role: Guard, Call: "Eq|Neq|Gt|Gte|Lt|Lte(match) guard", On: "Comparable", Pkg: "exp", Link: "compare"},
		{Role: Guard, Call: "In|NotIn(match...) guard", On: "Inable", Pkg: "exp", Link: "compare"},
		{Role: Guard, Call: "IsNull|IsNotNull() guard", On: "Isable", Pkg: "exp", Link: "compare"},
		{Role: Guard, Call: "And(conds...) guard", Link: "and"},
		{Role: Guard, Call: "Or(conds...) guard", Link: "or"},
		{Role: Guard, Call: "DoNothing() guard", Link: "nothing"},
		{Role: Guard, Call: "DoUpdate(key, doc) guard", Link: "conflict"},
		{Role: SQLText, Call: "L|Literal(sql, args...) sql"},
	},
}
