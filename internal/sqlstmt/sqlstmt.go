// Package sqlstmt says what a SQL text does, as far as the text tells.
//
// It is a tolerant reader, not a parser of one dialect: every placeholder and
// quoting style is accepted, parts that are unknown at analysis time are marked
// with [Hole], and what cannot be known is said to be not known.
package sqlstmt

// Hole stands in a text for a part that the analysis could not resolve: the
// verb of a Sprintf, the value of a variable, the body of a loop.
const Hole = '\uFFFC'

// Verb is the kind of a statement, in upper case; empty when it is not known.
type Verb string

// The verbs that matter to leasevet.
const (
	Select  Verb = "SELECT"
	Insert  Verb = "INSERT" // REPLACE INTO is an Insert with Conflict.Action == Update
	Update  Verb = "UPDATE"
	Delete  Verb = "DELETE"
	Merge   Verb = "MERGE"
	Other   Verb = "OTHER" // any other known statement: CREATE, SET, CALL, …
	Unknown Verb = ""
)

// OperandKind tells what stands on one side of an assignment or comparison.
type OperandKind int

const (
	UnknownOperand OperandKind = iota
	Placeholder                // ? ?1 $1 :name @p1 %s {{…}} ${…} or a Hole
	Literal                    // 'open', 12, TRUE
	Null                       // NULL (also IS NULL)
	ColumnRef                  // another column of the row, bare or qualified
	Excluded                   // EXCLUDED.c, VALUES(c), new.c: the row that was to be inserted
	SelfStep                   // the column itself plus or minus something: version + 1
	Now                        // now(), CURRENT_TIMESTAMP, unixepoch(), NOW() + interval …
	Expr                       // any other expression
	Subquery
)

// Operand is one side of an assignment or comparison.
type Operand struct {
	Kind OperandKind
	Text string // the source text, white space folded
	// Arg is the 0-based index of the argument that a placeholder stands for
	// (?-style by order, $n and @pn by number), or -1: a hole, a :name, a plain ?
	// behind a hole that may itself hold placeholders.
	// For an Expr, SelfStep or Now with exactly one placeholder inside, Arg and
	// Name are those of that placeholder.
	Arg  int
	Name string // :name and @name placeholders, or the column of a ColumnRef/Excluded
	// Sub is the query of a Subquery, also below EXISTS and IN.
	Sub *Statement
}

// Assign is one column set by UPDATE, INSERT or a conflict branch.
type Assign struct {
	Column string // lower case, unquoted, unqualified; "" when not known
	Value  Operand
	// Guard is set for IF(cond, new, self) and CASE WHEN cond THEN new ELSE self
	// END: the column only changes where these comparisons hold. Value is then
	// the new value.
	Guard []Predicate
}

// Predicate is one comparison of a WHERE (or ON, or WHEN MATCHED AND) clause.
type Predicate struct {
	Column string // lower case, unquoted, unqualified; "" when not known
	// Op is "=", "<>", "<", "<=", ">", ">=", "IN", "NOT IN", "LIKE", "NOT LIKE",
	// "IS NULL", "IS NOT NULL", "BETWEEN", "NOT BETWEEN", "EXISTS", "NOT EXISTS",
	// or "" when not known. A bare boolean column is "=" with the Literal TRUE or
	// FALSE.
	Op    string
	Value Operand
	// Values are the members of an IN list, or both bounds of a BETWEEN.
	Values []Operand
	// Disjunct is true for a comparison under an OR (after NOT is pushed in):
	// it may fail while the row still matches.
	Disjunct bool
	// Or numbers the outermost OR of the statement that a Disjunct stands under,
	// from 1, and Branch its alternative, from 1; -1 for a comparison that does
	// not even bind its alternative. See [Binds].
	Or, Branch int
	// Foreign is true for a column that is qualified by another table than that
	// of the statement.
	Foreign bool
	// Path is the last key of data->>'version' or m['version']; Column is then
	// that of the document.
	Path string
	// Proposed is true for a comparison in a conflict branch that looks at the row
	// which was to be inserted only, EXCLUDED.owner = $2: the row that is there
	// cannot make it fail.
	Proposed bool
}

// ConflictAction is what an INSERT does when the row exists.
type ConflictAction int

const (
	ConflictUnknown ConflictAction = iota
	ConflictNothing                // DO NOTHING, INSERT IGNORE, INSERT OR IGNORE
	ConflictUpdate                 // DO UPDATE, ON DUPLICATE KEY UPDATE, REPLACE, INSERT OR REPLACE
)

// Conflict is the branch of an INSERT (or MERGE) taken when the row exists.
type Conflict struct {
	Action ConflictAction
	Target []string // conflict columns, when named
	Set    []Assign
	Where  []Predicate // guard of the branch; also IF(fence <= VALUES(fence), …) forms, as predicates
	// WhereOpen and SetOpen are true when unknown text may add to the branch.
	WhereOpen, SetOpen bool
}

// Statement is what one SQL text does.
type Statement struct {
	Verb  Verb
	Table string // lower case, unquoted, without schema; "" when not known
	// Set are the assigned columns: of UPDATE, of the INSERT column list (with
	// values where they can be paired), of WHEN MATCHED THEN UPDATE.
	Set []Assign
	// Where are the comparisons of the statement's own WHERE, AND-flattened.
	// For MERGE: the ON clause and the AND guards of WHEN MATCHED. For INSERT …
	// SELECT: those of the SELECT. For UPDATE and DELETE with joins: also the ON
	// conditions of the inner joins.
	Where []Predicate
	// Conflict is nil when the row's existence is an error, or makes no
	// difference that the text shows.
	Conflict *Conflict
	// HasWhere is false for a statement known to have no WHERE at all.
	HasWhere bool
	// WhereOpen is true when unknown text may add comparisons.
	WhereOpen bool
	// SetOpen is true when unknown text may add assignments.
	SetOpen   bool
	Returning bool
	// ForUpdate is true for SELECT … FOR UPDATE / FOR NO KEY UPDATE / WITH (UPDLOCK),
	// also inside a CTE or subselect of the statement.
	ForUpdate  bool
	SkipLocked bool
	// Limit is true when a LIMIT/TOP/FETCH FIRST stands in the statement or its CTE.
	Limit bool
	// Functions are the names of the functions called anywhere, lower case,
	// each once, in order: pg_advisory_lock, get_lock, …
	Functions []string
	// Placeholders is how many arguments the positional placeholders of the
	// whole text take: the number of ?, and the highest n of $n.
	Placeholders int
	// LWT is true for a CQL "IF …" condition or IF NOT EXISTS; the conditions
	// are in Where as well (LWT comparisons count as guards).
	LWT bool
	// IfNotExists is true for CQL INSERT … IF NOT EXISTS.
	IfNotExists bool
	// UsingTTL is true for CQL's USING TTL.
	UsingTTL bool
	// SessionLocks are those of Functions that take or end a lock of the
	// session, see [SessionLockCalls].
	SessionLocks []string
	// Judged is true inside a DO block of PostgreSQL that acts on what it asks: it
	// answers nothing, and an ASSERT or RAISE in it is an error to whoever runs it.
	Judged bool
	// With are the bodies of the statement's CTEs, in order.
	With []Statement
	// Rest are the further statements of a text with several, in order.
	Rest []Statement
}
