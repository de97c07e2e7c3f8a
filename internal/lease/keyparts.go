package lease

import (
	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// settleKeyParts decides whether a compared version guards, or is a part of the row's
// key, by what else the package does with it: a version is a fence if something makes
// it grow; one that is inserted with the row and never updated names the row, as in
//
//	UPDATE keys SET revoked_at = $1 WHERE authority = $2 AND version = $3
//
// Where the package tells neither, the statement's own look has decided.
func (m *Model) settleKeyParts() {
	type column struct{ table, name string }
	inserted, updated := map[column]bool{}, map[column]bool{}
	for _, fn := range m.fns {
		for _, o := range m.direct[fn] {
			if o.stmt == nil {
				continue
			}
			to := updated
			if o.stmt.Verb == sqlstmt.Insert {
				to = inserted
				if o.stmt.Conflict != nil {
					for _, a := range o.stmt.Conflict.Set {
						updated[column{o.stmt.Table, a.Column}] = true
					}
				}
			}
			for _, a := range o.stmt.Set {
				to[column{o.stmt.Table, a.Column}] = true
			}
		}
	}
	seen := map[*Op]bool{}
	settle := func(o *Op) {
		if seen[o] || o.stmt == nil || o.stmt.Verb != sqlstmt.Update || o.stmt.SetOpen {
			return
		}
		seen[o] = true
		if o.Guard == Unguarded {
			for _, p := range o.stmt.Where {
				if p.Op == "=" && !p.Disjunct && fenceColumn(p.Column) && updated[column{o.stmt.Table, p.Column}] {
					o.Guard, o.Column = Fenced, p.Column
				}
			}
			return
		}
		if o.Guard != Fenced || !fenceColumn(o.Column) {
			return
		}
		c := column{o.stmt.Table, o.Column}
		if !inserted[c] || updated[c] || !equalled(o.stmt, o.Column) {
			return
		}
		st := *o.stmt
		st.Where = nil
		for _, p := range o.stmt.Where {
			if p.Column != o.Column {
				st.Where = append(st.Where, p)
			}
		}
		o.Guard, o.Column = guardOf(&st)
	}
	for _, fn := range m.fns {
		for _, o := range m.events[fn] {
			settle(o)
		}
		if s := m.sums[fn]; s != nil {
			for _, o := range s.Ops {
				settle(o)
			}
		}
	}
}

// equalled reports whether a column is only compared for equality, as keys are.
func equalled(st *sqlstmt.Statement, col string) bool {
	for _, p := range st.Where {
		if p.Column == col && p.Op != "=" {
			return false
		}
	}
	return true
}
