package lease

import (
	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// ormClauses reads clause.Locking and clause.OnConflict.
func (m *Model) ormClauses(st *sqlstmt.Statement, l call) {
	for _, a := range l.args {
		el, ok := m.res.Elements(a)
		if !ok {
			st.WhereOpen = true
		}
		for _, e := range el {
			if e == nil {
				continue
			}
			if mi, ok := e.(*ssa.MakeInterface); ok {
				e = mi.X
			}
			switch named(e.Type()) {
			case "Locking":
				st.ForUpdate = true
			case "OnConflict":
				c := &sqlstmt.Conflict{Action: sqlstmt.ConflictUpdate}
				if o, set, known := m.res.StructField(e, "DoNothing"); known && set && o.Text == "true" {
					c.Action = sqlstmt.ConflictNothing
				}
				if c.Action == sqlstmt.ConflictUpdate {
					m.ormConflictSet(st, c, e)
				}
				m.conflictWhere(st, c, e)
				st.Conflict = c
			case "Returning":
			default:
				st.WhereOpen = true
			}
		}
	}
}

// ormConflictSet reads what an upsert sets: UpdateAll and AssignmentColumns
// overwrite, Assignments may count.
func (m *Model) ormConflictSet(st *sqlstmt.Statement, c *sqlstmt.Conflict, e ssa.Value) {
	if _, set, known := m.res.StructField(e, "UpdateAll"); known && set {
		return
	}
	v := m.res.StructFieldValue(e, "DoUpdates")
	ctor := m.madeBy(v, 0)
	if ctor == nil {
		st.SetOpen = true // not known
		return
	}
	switch oc := newCall(ctor); oc.name() {
	case "AssignmentColumns":
	case "Assignments":
		if len(oc.args) == 1 {
			entries, complete := m.res.MapEntries(oc.args[0])
			st.SetOpen = !complete
			for _, x := range entries {
				c.Set = append(c.Set, sqlstmt.Assign{Column: leaf(x.Key.Text), Value: m.ormValue(leaf(x.Key.Text), x.Val)})
			}
		}
	default:
		st.SetOpen = true
	}
}
