package lease

import (
	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// conflictWhere reads the Where of a clause.OnConflict literal: its expressions
// are SQL texts. What is compared there counts as set, since the branch writes
// the row that was to be inserted.
func (m *Model) conflictWhere(st *sqlstmt.Statement, c *sqlstmt.Conflict, e ssa.Value) {
	where := m.res.StructFieldValue(e, "Where")
	if where == nil {
		return
	}
	exprs := m.res.StructFieldValue(where, "Exprs")
	if exprs == nil {
		st.WhereOpen = true // a guard that cannot be read
		return
	}
	el, _ := m.res.Elements(exprs)
	for _, x := range el {
		ctor := m.madeBy(x, 0)
		if ctor == nil {
			st.WhereOpen = true
			continue
		}
		k := newCall(ctor)
		row := k.row()
		if row == nil || row.Role != catalog.SQLText {
			st.WhereOpen = true
			continue
		}
		if o, _, _, ok := m.role(k, row, "sql"); ok {
			if text, _, ok := origin.TextOf(o, string(sqlstmt.Hole)); ok {
				c.Where = append(c.Where, sqlstmt.ParseFragment(text)...)
			}
		}
	}
	for _, p := range c.Where {
		c.Set = append(c.Set, sqlstmt.Assign{Column: p.Column, Value: sqlstmt.Operand{Kind: sqlstmt.Excluded, Name: p.Column, Arg: -1}})
	}
}
