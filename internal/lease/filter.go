package lease

import (
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/sqlstmt"
	"golang.org/x/tools/go/ssa"
)

// filter reads a Mongo filter as predicates.
func (m *Model) filter(st *sqlstmt.Statement, v ssa.Value) {
	if m.structFilter(st, v) {
		return
	}
	entries, complete := m.res.MapEntries(v)
	st.HasWhere = true
	if !complete {
		st.WhereOpen = true
	}
	for _, e := range entries {
		if e.Key.Kind != origin.Const {
			st.WhereOpen = true
			continue
		}
		switch col := e.Key.Text; col {
		case "$or", "$nor":
			m.orFilter(st, e.Val)
		case "$and":
			el, _ := m.res.Elements(unwrap(e.Val))
			for _, x := range el {
				m.filter(st, x)
			}
			st.WhereOpen = st.WhereOpen || len(el) == 0
		default:
			st.Where = append(st.Where, m.docPredicate(col, e.Val))
		}
	}
}

func (m *Model) orFilter(st *sqlstmt.Statement, v ssa.Value) {
	el, _ := m.res.Elements(unwrap(v))
	sub := &sqlstmt.Statement{}
	for _, x := range el {
		if x != nil {
			m.filter(sub, x)
		}
	}
	if len(sub.Where) == 0 {
		st.WhereOpen = true
	}
	for _, p := range sub.Where {
		p.Disjunct = true
		st.Where = append(st.Where, p)
	}
}

func unwrap(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		default:
			return v
		}
	}
}

var mongoOps = map[string]string{"$lt": "<", "$lte": "<=", "$gt": ">", "$gte": ">=", "$ne": "<>", "$in": "IN", "$nin": "NOT IN", "$eq": "="}

func (m *Model) docPredicate(col string, v ssa.Value) sqlstmt.Predicate {
	p := sqlstmt.Predicate{Column: leaf(col), Op: "=", Value: sqlstmt.Operand{Kind: sqlstmt.Placeholder, Arg: -1}}
	if col == "_id" {
		p.Column = "_id"
	}
	if v == nil {
		return p
	}
	if entries, _ := m.res.MapEntries(v); len(entries) > 0 {
		for _, e := range entries {
			if op, ok := mongoOps[e.Key.Text]; ok {
				p.Op = op
				p.Value = sqlstmt.Operand{Kind: m.operandKind(e.Val), Text: m.operandText(e.Val), Arg: -1}
				return p
			}
			if e.Key.Text == "$exists" {
				p.Op, p.Value.Kind = "IS NOT NULL", sqlstmt.Null
				if m.of(e.Val).Text == "false" {
					p.Op = "IS NULL"
				}
				return p
			}
		}
		return p
	}
	k := m.operandKind(v)
	if k == sqlstmt.Null {
		p.Op = "IS NULL"
	}
	p.Value = sqlstmt.Operand{Kind: k, Text: m.operandText(v), Arg: -1}
	return p
}
