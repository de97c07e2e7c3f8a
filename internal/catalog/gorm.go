package catalog

// gorm is gorm.io/gorm and its predecessor jinzhu/gorm. A statement is a chain of
// links on *DB (or on the generic interfaces of gorm.G) that ends in a finisher.
// The outcome is the field RowsAffected: no rows is no error.
//
// Save never is a conditional write: when its UPDATE touched no row, gorm.io runs
// an INSERT … ON CONFLICT UPDATE ALL (finisher_api.go), jinzhu a FirstOrCreate.
var gorm = &Library{
	Name:   "gorm",
	Store:  SQL,
	Paths:  []string{"gorm.io/gorm", "github.com/jinzhu/gorm"},
	Check:  []string{"gorm.io/gorm", "github.com/jinzhu/gorm"},
	Consts: map[string]string{"ErrRecordNotFound": "refused"},
	Rows: []Row{
		// A cond is a text with ? or @name, a struct, a map, a key or an expression.
		{Role: ChainLink, Call: "Where(cond, args...) self", On: "DB|ChainInterface", Link: "where"},
		{Role: ChainLink, Call: "Not(cond, args...) self", On: "DB|ChainInterface", Link: "not"},
		{Role: ChainLink, Call: "Or(cond, args...) self", On: "DB|ChainInterface", Link: "or"},
		{Role: ChainLink, Call: "Having(cond, args...) self", On: "DB|ChainInterface", Link: "having"},
		// Model(&x) with a primary key in x adds a condition on it.
		{Role: ChainLink, Call: "Model(doc) self", On: "DB", Link: "model"},
		{Role: ChainLink, Call: "Table(name, args...?) self", On: "DB|ChainInterface", Link: "table"},
		{Role: ChainLink, Call: "Clauses(conds...) self", On: "DB", Link: "clauses"},
		{Role: ChainLink, Call: "Select(column, args...) self", On: "DB|ChainInterface", Link: "select"},
		{Role: ChainLink, Call: "Omit(column...) self", On: "DB|ChainInterface", Link: "omit"},
		{Role: ChainLink, Call: "Scopes(fn...) self", On: "DB|ChainInterface", Link: "scopes"},
		{Role: ChainLink, Call: "Assign(doc...) self", On: "DB", Link: "assign"},
		{Role: ChainLink, Call: "Attrs(doc...) self", On: "DB", Link: "attrs"},
		{Role: ChainLink, Call: "Set(conds...) self", On: "ChainInterface|CreateInterface", Strict: true, Link: "assigners"},
		// jinzhu: Set("gorm:query_option", "FOR UPDATE").
		{Role: ChainLink, Call: "Set|InstanceSet|InstantSet(name, value) self", On: "DB", Link: "option"},
		{Role: ChainLink, Call: "Joins|InnerJoins(cond, args...) self", On: "DB", Link: "joins"},
		{Role: ChainLink, Call: "Order(_, _...?) self", On: "DB|ChainInterface", Link: "order"},
		{Role: ChainLink, Call: "Limit|Offset(_) self", On: "DB|ChainInterface", Link: "limit"},
		{Role: ChainLink, Call: "Group(_) self", On: "DB", Link: "group"},
		{Role: ChainLink, Call: "Distinct(_...) self", On: "DB|ChainInterface", Link: "distinct"},
		{Role: ChainLink, Call: "Preload(_, _...) self", On: "DB", Link: "preload"},
		{Role: ChainLink, Call: "MapColumns(_) self", On: "DB", Link: "same"},
		{Role: ChainLink, Call: "Unscoped|Debug() self", On: "DB", Link: "same"},
		{Role: ChainLink, Call: "New() self", On: "DB", Link: "fresh"},
		{Role: ChainLink, Call: "Session(opts) self", On: "DB", Link: "fresh"},
		{Role: ChainLink, Call: "WithContext(ctx) self", On: "DB", Link: "ctx"},
		{Role: ChainLink, Call: "LogMode(_) self", On: "DB", Link: "same"},
		{Role: ChainLink, Call: "Raw(sql, args...) self", On: "DB|Interface", Link: "raw"},
		{Role: ChainLink, Call: "G(client, opts...) self", Link: "fresh"},

		// Finishers on *DB.
		{Role: ChainEnd, Call: "Update|UpdateColumn(column, value) self", On: "DB", Strict: true, Link: "update"},
		{Role: ChainEnd, Call: "Update|UpdateColumn(doc...) self", On: "DB", Strict: true, Link: "update"},
		{Role: ChainEnd, Call: "Updates|UpdateColumns(doc, _...?) self", On: "DB", Strict: true, Link: "updates"},
		{Role: ChainEnd, Call: "Create(doc) self", On: "DB", Strict: true, Link: "create"},
		{Role: ChainEnd, Call: "CreateInBatches(doc, _) self", On: "DB", Strict: true, Link: "create"},
		{Role: ChainEnd, Call: "FirstOrCreate(dest, conds...) self", On: "DB", Strict: true, Link: "firstorcreate"},
		{Role: ChainEnd, Call: "Save(doc) self", On: "DB", Strict: true, Link: "save"},
		{Role: ChainEnd, Call: "Delete(doc, conds...) self", On: "DB", Strict: true, Link: "delete"},
		{Role: ChainEnd, Call: "First|Take|Last|Find|FirstOrInit(dest, conds...) self", On: "DB", Strict: true, Link: "find"},
		{Role: ChainEnd, Call: "Scan(dest) self", On: "DB", Strict: true, Link: "find"},
		{Role: ChainEnd, Call: "Count(dest) self", On: "DB", Strict: true, Link: "find"},
		{Role: ChainEnd, Call: "Pluck(_, dest) self", On: "DB", Strict: true, Link: "find"},
		{Role: ChainEnd, Call: "Row() rows", On: "DB", Strict: true, Link: "find"},
		{Role: ChainEnd, Call: "Rows() rows, error", On: "DB", Strict: true, Link: "find"},
		{Role: SQLExec, Call: "Exec(sql, args...) self", On: "DB", Strict: true},

		// Finishers of the generic interfaces. Exec has no row count unless
		// gorm.WithResult() was given to G.
		{Role: ChainEnd, Call: "Update(ctx, column, value) count, error", On: "ChainInterface|CreateInterface", Strict: true, Link: "update"},
		{Role: ChainEnd, Call: "Update(ctx) count, error", On: "SetUpdateOnlyInterface|SetCreateOrUpdateInterface", Strict: true, Link: "update"},
		{Role: ChainEnd, Call: "Updates(ctx, doc) count, error", On: "ChainInterface|CreateInterface", Strict: true, Link: "updates"},
		{Role: ChainEnd, Call: "Delete(ctx) count, error", On: "ChainInterface|CreateInterface", Strict: true, Link: "delete"},
		{Role: ChainEnd, Call: "Create(ctx, doc) error", On: "CreateInterface", Strict: true, Link: "create"},
		{Role: ChainEnd, Call: "Create(ctx) error", On: "SetCreateOrUpdateInterface", Strict: true, Link: "create"},
		{Role: ChainEnd, Call: "CreateInBatches(ctx, doc, _) error", On: "CreateInterface", Strict: true, Link: "create"},
		{Role: ChainEnd, Call: "First|Take|Last|Find(ctx) reply, error", On: "ExecInterface", Strict: true, Link: "find"},
		{Role: ChainEnd, Call: "Scan(ctx, dest) error", On: "ExecInterface", Strict: true, Link: "find"},
		{Role: SQLExec, Call: "Exec(ctx, sql, args...) error", On: "Interface", Strict: true},
		{Role: Option, Call: "WithResult() option", Link: "result"},

		// The outer DB used inside fn is not in the transaction.
		{Role: Begin, Call: "Begin(opts...?) tx", On: "DB"},
		{Role: Begin, Call: "BeginTx(ctx, opts) tx", On: "DB"},
		{Role: Commit, Call: "Commit() self", On: "DB"},
		{Role: Rollback, Call: "Rollback|RollbackUnlessCommitted() self", On: "DB"},
		{Role: InTx, Call: "Transaction(fn, opts...?) error", On: "DB"},
		{Role: Pin, Call: "Connection(fn) error", On: "DB"},
		{Role: Handle, Call: "DB() client, error?", On: "DB"},

		{Role: SQLText, Call: "Expr(sql, args...) sql"},
		{Role: Option, Call: "Assignments(doc) option", Pkg: "clause", Link: "set"},
		{Role: Option, Call: "AssignmentColumns(_) option", Pkg: "clause", Link: "setcolumns"},
	},
	Fields: []Field{
		{Role: Outcome, On: "DB", Name: "RowsAffected"},
		{Role: Result, On: "DB", Name: "Error"},
		{Role: None, On: "Expr", Name: "SQL", Pkg: "clause", Param: "sql"},
		// DoNothing inserts once; Where guards the update of an upsert.
		{Role: None, On: "OnConflict", Name: "DoNothing", Pkg: "clause", Param: "mode"},
		{Role: None, On: "OnConflict", Name: "UpdateAll", Pkg: "clause", Param: "update"},
		{Role: None, On: "OnConflict", Name: "DoUpdates", Pkg: "clause", Param: "update"},
		{Role: None, On: "OnConflict", Name: "Where", Pkg: "clause", Param: "conds", Cond: true},
		{Role: None, On: "OnConflict", Name: "Columns", Pkg: "clause", Param: "column"},
		{Role: None, On: "Where", Name: "Exprs", Pkg: "clause", Param: "conds", Cond: true},
		{Role: None, On: "Eq|Neq|Gt|Gte|Lt|Lte|IN", Name: "Column", Pkg: "clause", Param: "column"},
		{Role: None, On: "Eq|Neq|Gt|Gte|Lt|Lte", Name: "Value", Pkg: "clause", Param: "match"},
		{Role: None, On: "Locking", Name: "Strength", Pkg: "clause", Param: "mode"},
	},
}
