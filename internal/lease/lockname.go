package lease

import (
	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// twoFaced are columns that hold the token of the holder in some schemas and the
// name of the lock in others.
func twoFaced(column string) bool {
	switch leaf(column) {
	case "lock_id", "lockid", "lock_key", "lease_id", "uuid":
		return true
	}
	return false
}

// settleLockNames looks at statements that were taken for comparing the holder because
// of such a column. Where the INSERT that takes the lock stores nothing else but times
// and holders, the column must be the lock's name: without one the lock would exclude
// nobody. A DELETE by it then ends whoever's lock it is.
func (m *Model) settleLockNames() {
	for _, fn := range m.fns {
		for _, e := range m.direct[fn] {
			if e.stmt == nil || len(e.stmt.With) > 0 || e.Kind != End && e.Kind != Extend {
				continue
			}
			name := soleColumn(e.stmt)
			if !twoFaced(name) || !m.insertedAs(e.stmt.Table, name) {
				continue
			}
			if e.Column == name {
				e.Cond, e.Column = NoCond, ""
			}
			e.Compares = m.takesOver(e)
		}
	}
}

// insertedAs reports whether a lock of the table is taken by an INSERT in which the
// column is the lock's name.
func (m *Model) insertedAs(table, name string) bool {
	for _, fn := range m.fns {
		for _, a := range m.direct[fn] {
			if a.Kind == Acquire && a.stmt != nil && a.stmt.Table == table && namesLock(a.stmt, name) {
				return true
			}
		}
	}
	return false
}

// soleColumn is the column that a statement picks its row by, "" when it compares
// anything else, or what is not in sight.
func soleColumn(st *sqlstmt.Statement) string {
	if len(st.Where) != 1 || st.WhereOpen {
		return ""
	}
	p := st.Where[0]
	if p.Op != "=" || p.Disjunct || p.Value.Kind != sqlstmt.Placeholder {
		return ""
	}
	return p.Column
}

// namesLock reports whether a column is the only one of an inserted lock record that
// can be the lock's name: the record is in sight, and all else in it is a time or a
// holder.
func namesLock(st *sqlstmt.Statement, name string) bool {
	if st.Verb != sqlstmt.Insert || st.SetOpen {
		return false
	}
	has := false
	for _, a := range st.Set {
		switch {
		case a.Column == name:
			has = a.Value.Kind == sqlstmt.Placeholder
		case a.Column == "" || !ownerColumn(a.Column) && !timeColumn(a.Column):
			return false
		}
	}
	return has
}

// takesOver reports whether a statement belongs to the taking of the lock: its
// function reads the record before, and inserts one where it found none. What may
// go wrong there is about who gets the lock, and the database decides it.
func (m *Model) takesOver(e *Op) bool {
	if e.Kind != Extend {
		return false
	}
	reads, inserts := false, false
	for _, o := range m.direct[e.fn] {
		if o == e || o.stmt == nil || o.stmt.Table != e.stmt.Table {
			continue
		}
		reads = reads || o.Kind == Read && precedes(o.instr, e.instr)
		inserts = inserts || o.Kind == Acquire && o.stmt.Verb == sqlstmt.Insert
	}
	return reads && inserts
}
