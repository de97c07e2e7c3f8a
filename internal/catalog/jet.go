package catalog

// jet is go-jet. Statements are made of generated tables, Jobs.UPDATE(…).WHERE(…),
// and run on a handle that is the argument. A column is a field of its table.
var jet = &Library{
	Name:  "jet",
	Store: SQL,
	Paths: []string{"github.com/go-jet/jet"},
	Check: []string{"github.com/go-jet/jet/v2"},
	Rows: []Row{
		{Role: ChainLink, Call: "UPDATE(column...) self", On: "Table|WritableTable", Pkg: "postgres|mysql|sqlite", Link: "update", Table: "."},
		{Role: ChainLink, Call: "INSERT(column...) self", On: "Table|WritableTable", Pkg: "postgres|mysql|sqlite", Link: "insert", Table: "."},
		{Role: ChainLink, Call: "DELETE() self", On: "Table|WritableTable", Pkg: "postgres|mysql|sqlite", Link: "delete", Table: "."},
		{Role: ChainLink, Call: "SELECT(_, _...) self", On: "Table|ReadableTable", Pkg: "postgres|mysql|sqlite", Link: "query", Table: "."},

		{Role: ChainLink, Call: "SET(value, value...) self", On: "UpdateStatement", Pkg: "postgres|mysql|sqlite", Strict: true, Link: "values"},
		{Role: ChainLink, Call: "MODEL(doc) self", On: "UpdateStatement|InsertStatement", Pkg: "postgres|mysql|sqlite", Strict: true, Link: "doc"},
		{Role: ChainLink, Call: "WHERE(conds) self", On: "UpdateStatement|DeleteStatement|SelectStatement", Pkg: "postgres|mysql|sqlite", Strict: true, Link: "where"},
		{Role: ChainLink, Call: "FROM(_...) self", On: "UpdateStatement|SelectStatement", Pkg: "postgres|mysql|sqlite", Strict: true, Link: "same"},
		{Role: ChainLink, Call: "VALUES(value, value...) self", On: "InsertStatement", Pkg: "postgres|mysql|sqlite", Strict: true, Link: "values"},
		{Role: ChainLink, Call: "RETURNING(column...) self", On: "UpdateStatement|InsertStatement|DeleteStatement", Pkg: "postgres|mysql|sqlite", Strict: true, Link: "returning"},
		{Role: ChainLink, Call: "FOR(_) self", On: "SelectStatement", Pkg: "postgres|mysql|sqlite", Strict: true, Link: "for"},
		{Role: ChainLink, Call: "ON_CONFLICT(column...) self", On: "InsertStatement", Pkg: "postgres|sqlite", Strict: true, Link: "on"},
		{Role: ChainLink, Call: "DO_NOTHING() self", On: "onConflict", Pkg: "postgres|sqlite", Link: "ignore"},

		{Role: SQLText, Call: "Sql() sql, args", On: "Statement", Pkg: "internal/jet", Link: "tosql"},
		{Role: ChainEnd, Call: "Exec(client) result, error", On: "Statement", Pkg: "internal/jet", Link: "run", Detached: true},
		{Role: ChainEnd, Call: "ExecContext(ctx, client) result, error", On: "Statement", Pkg: "internal/jet", Link: "run", Display: "Exec"},
		{Role: ChainEnd, Call: "Query(client, dest) error", On: "Statement", Pkg: "internal/jet", Link: "rows", Detached: true},
		{Role: ChainEnd, Call: "QueryContext(ctx, client, dest) error", On: "Statement", Pkg: "internal/jet", Link: "rows", Display: "Query"},

		{Role: Guard, Call: "EQ|NOT_EQ|LT|LT_EQ|GT|GT_EQ(match) guard", On: "IntegerExpression|StringExpression", Pkg: "internal/jet", Link: "compare"},
		{Role: Guard, Call: "IN|NOT_IN(match...) guard", On: "StringExpression", Pkg: "internal/jet", Link: "compare"},
		{Role: Guard, Call: "IS_NULL|IS_NOT_NULL() guard", On: "StringExpression", Pkg: "internal/jet", Link: "compare"},
		{Role: Guard, Call: "AND(conds) guard", On: "BoolExpression", Pkg: "internal/jet", Link: "and"},
		{Role: Guard, Call: "OR(conds) guard", On: "BoolExpression", Pkg: "internal/jet", Link: "or"},
		{Role: Guard, Call: "AND(conds...) guard", Pkg: "postgres|mysql|sqlite", Link: "and"},
		{Role: Guard, Call: "OR(conds...) guard", Pkg: "postgres|mysql|sqlite", Link: "or"},
		{Role: Handle, Call: "ADD|SUB(value) column", On: "IntegerExpression", Pkg: "internal/jet", Link: "step"},
		{Role: Handle, Call: "SET(value) column", On: "ColumnInteger|ColumnString", Pkg: "internal/jet", Link: "assign"},
		{Role: Handle, Call: "BoolColumn|StringColumn|IntegerColumn|FloatColumn|DateColumn|TimeColumn|TimestampColumn(column) column", Pkg: "postgres|mysql|sqlite", Link: "column"},
		{Role: Handle, Call: "Int|Int64|Int32|String|Bool|Uint64(value) value", Pkg: "postgres|mysql|sqlite", Link: "value"},
	},
}
