package lease

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// mapOps are the comparisons that builders' map types stand for: sq.Lt{"seq": n},
// builder.Gte{"n": 1}. Any other map compares for equality.
var mapOps = map[string]string{
	"NotEq": "<>", "Neq": "<>", "Lt": "<", "LtOrEq": "<=", "Lte": "<=", "Gt": ">", "GtOrEq": ">=", "Gte": ">=",
	"Like": "LIKE", "NotLike": "NOT LIKE", "ILike": "LIKE",
}

// valueOps are the keys of goqu.Op: goqu.Ex{"n": goqu.Op{"gt": 1}}.
var valueOps = map[string]string{
	"eq": "=", "neq": "<>", "gt": ">", "gte": ">=", "lt": "<", "lte": "<=", "in": "IN", "notin": "NOT IN", "is": "IS NULL", "isnot": "IS NOT NULL",
}

// methodOps are the comparisons of methods on a column: C("n").Gt(1), Jobs.N.GT(…).
var methodOps = map[string]string{
	"EQ": "=", "NEQ": "<>", "NOTEQ": "<>", "LT": "<", "LTE": "<=", "LTEQ": "<=", "GT": ">", "GTE": ">=", "GTEQ": ">=",
	"IN": "IN", "NOTIN": "NOT IN", "ISNULL": "IS NULL", "ISNOTNULL": "IS NOT NULL",
}

// mapPredicates reads the entries of a map of conditions of the named type.
func (m *Model) mapPredicates(st *sqlstmt.Statement, entries []origin.Entry, kind string) {
	for _, e := range entries {
		if e.Key.Kind != origin.Const {
			st.WhereOpen = true
			continue
		}
		p := sqlstmt.Predicate{Column: leaf(e.Key.Text), Op: "=", Disjunct: kind == "ExOr", Value: sqlstmt.Operand{Kind: m.operandKind(e.Val), Text: m.operandText(e.Val), Arg: -1}}
		if op := mapOps[kind]; op != "" {
			p.Op = op
		}
		if e.Val != nil {
			v := unwrap(e.Val)
			if inner, _ := m.res.MapEntries(v); len(inner) == 1 && inner[0].Key.Kind == origin.Const && named(v.Type()) == "Op" {
				p.Op = valueOps[strings.ToLower(inner[0].Key.Text)]
				p.Value = sqlstmt.Operand{Kind: m.operandKind(inner[0].Val), Text: m.operandText(inner[0].Val), Arg: -1}
			} else if _, list := v.Type().Underlying().(*types.Slice); list && p.Op == "=" && !isBytes(v.Type()) {
				p.Op = "IN"
			}
		}
		if p.Value.Kind == sqlstmt.Null {
			switch p.Op {
			case "=":
				p.Op = "IS NULL"
			case "<>":
				p.Op = "IS NOT NULL"
			}
		}
		st.Where = append(st.Where, p)
	}
}

func isBytes(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return ok && types.Identical(s.Elem().Underlying(), types.Typ[types.Byte])
}

// predicates reads what a builder's library makes a condition of: a list of
// conditions, a comparison of a column, a text. It reports false for anything else.
func (m *Model) predicates(st *sqlstmt.Statement, v ssa.Value, depth int) bool {
	if v == nil || depth > 6 {
		return false
	}
	outer := named(v.Type())
	v = unwrap(v)
	if _, list := v.Type().Underlying().(*types.Slice); list {
		el, ok := m.res.Elements(v)
		if len(el) == 0 {
			return false
		}
		st.WhereOpen = st.WhereOpen || !ok
		m.joined(st, el, outer == "Or", depth)
		return true
	}
	made := m.madeBy(v, 0)
	if made == nil {
		return false
	}
	k := newCall(made)
	row := k.row()
	if row == nil {
		// A function of the package that puts the condition together.
		if r := soleResult(made); r != nil {
			return m.predicates(st, r, depth+2)
		}
		return false
	}
	switch {
	case row.Role == catalog.SQLText && row.Link != "tosql":
		text, _, ok := origin.TextOf(m.of(k.arg(row, "sql")), string(sqlstmt.Hole))
		if ok {
			st.Where = append(st.Where, sqlstmt.ParseFragment(text)...)
		}
		st.WhereOpen = st.WhereOpen || !ok
		return true
	case row.Role != catalog.Guard:
		return false
	}
	switch row.Link {
	case "compare":
		m.comparison(st, k, row)
	case "and", "or":
		var el []ssa.Value
		if k.recv != nil {
			el = append(el, k.recv)
		}
		ok := true
		if a := k.arg(row, "conds"); a != nil {
			if _, list := a.Type().Underlying().(*types.Slice); list {
				var more []ssa.Value
				more, ok = m.res.Elements(a)
				el = append(el, more...)
			} else {
				el = append(el, a)
			}
		}
		st.WhereOpen = st.WhereOpen || !ok
		m.joined(st, el, row.Link == "or", depth)
	case "other":
		// A condition on something else, such as an edge: it says nothing of this row.
	default:
		return false
	}
	return true
}

// joined reads conditions that are joined by AND or OR.
func (m *Model) joined(st *sqlstmt.Statement, conds []ssa.Value, or bool, depth int) {
	for _, e := range conds {
		sub := &sqlstmt.Statement{}
		if e == nil {
			st.WhereOpen = true
			continue
		}
		if !m.predicates(sub, e, depth+1) {
			m.ormCondValue(sub, e)
		}
		for _, p := range sub.Where {
			p.Disjunct = p.Disjunct || or && len(conds) > 1
			st.Where = append(st.Where, p)
		}
		st.WhereOpen = st.WhereOpen || sub.WhereOpen
	}
}

// comparison reads one comparison of a column.
func (m *Model) comparison(st *sqlstmt.Statement, k call, row *catalog.Row) {
	p := sqlstmt.Predicate{Column: snakeCase(row.Column), Op: row.Cond, Value: sqlstmt.Operand{Kind: sqlstmt.Placeholder, Arg: -1}}
	if row.Column == "" && k.recv != nil {
		p.Column = m.columnOf(k.recv)
		p.Op = methodOps[strings.ToUpper(strings.ReplaceAll(k.name(), "_", ""))]
	}
	if v := k.arg(row, "match"); v != nil {
		v = unwrap(v)
		p.Value = sqlstmt.Operand{Kind: m.operandKind(v), Text: m.operandText(v), Arg: -1}
		if m.columnOf(v) != "" && p.Value.Kind == sqlstmt.Placeholder && m.isColumn(v) {
			p.Value.Kind = sqlstmt.ColumnRef
		}
	}
	if p.Column == "" || p.Op == "" {
		st.WhereOpen = true
		return
	}
	if p.Op == "=" && p.Value.Kind == sqlstmt.Null {
		p.Op = "IS NULL"
	}
	st.Where = append(st.Where, p)
}

// columnOf names the column that a value is: a text, C("version"), a field of a
// generated table.
func (m *Model) columnOf(v ssa.Value) string {
	v = unwrap(v)
	if o := m.of(v); o.Kind == origin.Const && o.Text != "" {
		return leaf(strings.Trim(o.Text, "`\"[] "))
	}
	if made := m.madeBy(v, 0); made != nil {
		k := newCall(made)
		if row := k.row(); row != nil && row.Role == catalog.Handle && row.Link == "column" {
			return m.columnOf(k.arg(row, "column"))
		}
	}
	if !m.isColumn(v) {
		return ""
	}
	return snakeCase(lastField(v))
}

// isColumn reports whether a value is a field whose type is one of jet's columns.
func (m *Model) isColumn(v ssa.Value) bool {
	return lastField(v) != "" && strings.HasPrefix(named(v.Type()), "Column") && catalog.Known(ownerPackage(v.Type()))
}

// lastField is the name of the struct field that a value is loaded from.
func lastField(v ssa.Value) string {
	for hops := 0; hops < 6; hops++ {
		switch x := v.(type) {
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.UnOp:
			v = x.X
		case *ssa.FieldAddr:
			return fieldNameAt(x.X.Type(), x.Field)
		case *ssa.Field:
			return fieldNameAt(x.X.Type(), x.Field)
		default:
			return ""
		}
	}
	return ""
}
