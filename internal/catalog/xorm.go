package catalog

// xorm is xorm.io/xorm. A struct's `xorm:"version"` field adds a comparison, but
// no rows is no error, and the field is incremented in memory even then;
// NoVersionCheck takes it away. The first argument of Exec is the SQL.
var xorm = &Library{
	Name:  "xorm",
	Store: SQL,
	Paths: []string{"xorm.io/xorm", "github.com/go-xorm/xorm", "xorm.io/builder"},
	Check: []string{"xorm.io/xorm", "xorm.io/builder"},

	Mutable: true,
	Rows: []Row{
		{Role: ChainLink, Call: "Where|And(cond, args...) self", On: "Engine|Interface|Session", Link: "where"},
		{Role: ChainLink, Call: "Or(cond, args...) self", On: "Session", Link: "or"},
		{Role: ChainLink, Call: "In(column, args...) self", On: "Engine|Session", Link: "in"},
		{Role: ChainLink, Call: "NotIn(column, args...) self", On: "Engine|Session", Link: "not"},
		{Role: ChainLink, Call: "ID(key) self", On: "Engine|Session", Link: "wherepk"},
		{Role: ChainLink, Call: "Table(name) self", On: "Engine|Session", Link: "table"},
		{Role: ChainLink, Call: "Cols|MustCols(column...) self", On: "Engine|Session", Link: "select"},
		{Role: ChainLink, Call: "AllCols() self", On: "Engine|Session", Link: "same"},
		{Role: ChainLink, Call: "Select(_) self", On: "Engine|Session", Link: "same"},
		{Role: ChainLink, Call: "Omit|Nullable|UseBool(column...) self", On: "Engine|Session", Link: "omit"},
		{Role: ChainLink, Call: "Incr|Decr(column, args...) self", On: "Engine|Session", Link: "step"},
		{Role: ChainLink, Call: "SetExpr(column, update) self", On: "Engine|Session", Link: "set"},
		{Role: ChainLink, Call: "SQL(sql, args...) self", On: "Engine|Session", Link: "raw"},
		{Role: ChainLink, Call: "Limit(_, _...) self", On: "Engine|Session", Link: "limit"},
		{Role: ChainLink, Call: "NoAutoCondition(_...) self", On: "Engine|Session", Link: "same"},
		{Role: ChainLink, Call: "Unscoped() self", On: "Engine|Session", Link: "same"},
		{Role: ChainLink, Call: "Alias(_) self", On: "Engine|Session", Link: "same"},
		{Role: ChainLink, Call: "ForUpdate() self", On: "Session", Link: "for"},
		{Role: ChainLink, Call: "NoVersionCheck() self", On: "Session", Link: "noversion"},
		{Role: ChainLink, Call: "Context(ctx) self", On: "Engine|Session", Link: "ctx"},
		{Role: ChainLink, Call: "NewSession() self", On: "Engine", Link: "fresh"},

		{Role: ChainEnd, Call: "Update(doc, conds...) count, error", On: "Engine|Session|Interface", Link: "bean"},
		{Role: ChainEnd, Call: "Delete(conds...) count, error", On: "Engine|Session|Interface", Link: "delete"},
		{Role: ChainEnd, Call: "Insert(doc...) count, error", On: "Engine|Session|Interface", Link: "create"},
		{Role: ChainEnd, Call: "InsertOne(doc) count, error", On: "Engine|Session|Interface", Link: "create"},
		{Role: ChainEnd, Call: "InsertMulti(doc) count, error", On: "Session", Link: "create"},
		{Role: ChainEnd, Call: "Get|Exist(dest...) ok, error", On: "Engine|Session|Interface", Link: "find"},
		{Role: ChainEnd, Call: "Find(dest, conds...) error", On: "Engine|Session|Interface", Link: "find"},
		// Words are the SQL and its arguments in one list.
		{Role: SQLExec, Call: "Exec(words...) result, error", On: "Engine", Strict: true, Pool: true},
		{Role: SQLExec, Call: "Exec(words...) result, error", On: "Session|Interface", Strict: true},
		{Role: SQLQuery, Call: "Query|QueryString(words...) rows, error", On: "Engine", Strict: true, Pool: true},
		{Role: SQLQuery, Call: "Query|QueryString(words...) rows, error", On: "Session|Interface", Strict: true},

		{Role: Guard, Call: "And(conds...) guard", Link: "and"},
		{Role: Guard, Call: "Or(conds...) guard", Link: "or"},
		{Role: SQLText, Call: "Expr(sql, args...) sql"},

		{Role: Begin, Call: "Begin() error", On: "Session"},
		{Role: Commit, Call: "Commit() error", On: "Session"},
		{Role: Rollback, Call: "Rollback() error", On: "Session"},
		{Role: InTx, Call: "Transaction(fn) reply, error", On: "Engine"},
	},
}
