package lease

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// OnLockRecord reports whether a write is on the record of the lock itself.
func (m *Model) OnLockRecord(lock, w *Op) bool {
	if w.Lockish && (w.stmt != nil || w.Kind != Write) {
		return true
	}
	if lock.House || w.House {
		return w.Lockish // rooms are locked by the number that their records have
	}
	if lock.Store != w.Store || lock.Key == nil || w.Key == nil || m.otherRecord(lock.about, w.about) {
		return false
	}
	// Here both keys belong to one section, so that TrimPrefix(key, "/") is the same
	// key twice, and Consul's Acquire is followed by a Put of the pair it acquired.
	return m.sameKey(lock.Key, w.Key) == origin.Strong || origin.Compare(lock.Key, w.Key) == origin.Strong
}

// InLockTransaction reports whether a write runs in the database transaction,
// or on the connection, that holds the lock.
func (m *Model) InLockTransaction(lock, w *Op) bool {
	if lock.Session && lock.Pool && foreign(lock) {
		return false
	}
	if lock.Session {
		// What holds the lock is a connection. A write is outside of it only if it
		// certainly takes another: the lock's is pinned, the write's is a pool.
		return w.conn == nil || w.row == nil || !w.row.Pool || !inTx(lock.conn) && !pinned(lock.conn)
	}
	if lock.stmt == nil || w.conn == nil || lock.conn == nil {
		return false
	}
	return (lock.conn == w.conn || origin.Compare(m.of(lock.conn), m.of(w.conn)) == origin.Strong) && m.isTransaction(w.conn)
}

// markPools notes the session locks that are taken through a pool which is nobody's
// but the lock's: a field, not a handle that the caller brings and may write with.
func (m *Model) markPools(ops []*Op) {
	for _, o := range ops {
		x := o
		for x.from != nil {
			x = x.from
		}
		if !o.Session || o.Kind != Acquire || x.conn == nil || xactLock(o.API) || m.connection(x.conn) != catalog.PoolHandle {
			continue
		}
		if v := m.of(x.conn); v != nil && v.Kind == origin.Field {
			o.Pool = true
		}
	}
}

// foreign reports whether an operation is known from another package's fact.
func foreign(o *Op) bool {
	for o.from != nil {
		o = o.from
	}
	return o.fn == nil
}

// isTransaction reports whether a database handle is a transaction or a pinned
// connection, by its type or by how it was made: gorm's is a *DB like any other.
func (m *Model) isTransaction(conn ssa.Value) bool {
	if inTx(conn) || pinned(conn) {
		return true
	}
	if ctor := m.madeBy(conn, 0); ctor != nil {
		row := newCall(ctor).row()
		return row != nil && row.Role == catalog.Begin
	}
	p, ok := conn.(*ssa.Parameter)
	if !ok || p.Parent().Parent() == nil {
		return false
	}
	for _, use := range closureUses(p.Parent().Parent(), p.Parent()) {
		if ci, ok := use.(ssa.CallInstruction); ok {
			if row := newCall(ci).row(); row != nil && (row.Role == catalog.InTx || row.Role == catalog.Pin) {
				return true
			}
		}
	}
	return false
}

// ReadInSection reports whether w writes back what the section read: the same
// record, or a value that came from a call which reads, such as the helper that
// locks and loads.
func (m *Model) ReadInSection(s *Section, w *Op) bool {
	for _, r := range s.Reads {
		if w.Depth == 0 && r.Store == w.Store && r.Key != nil && w.Key != nil && m.sameKey(r.Key, w.Key) == origin.Strong {
			return true
		}
	}
	for _, a := range w.call.args {
		if _, ok := a.Type().Underlying().(*types.Pointer); ok && m.loaded(a, w, 0) {
			return true
		}
	}
	return false
}

// loaded reports whether a value is the result of a call that reads the store.
func (m *Model) loaded(v ssa.Value, w *Op, depth int) bool {
	if depth > 6 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Extract:
		return m.loaded(v.Tuple, w, depth+1)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if m.loaded(e, w, depth+1) {
				return true
			}
		}
	case *ssa.UnOp:
		if a, ok := v.X.(*ssa.Alloc); ok {
			for _, r := range *a.Referrers() {
				if st, ok := r.(*ssa.Store); ok && st.Addr == a && m.loaded(st.Val, w, depth+1) {
					return true
				}
			}
		}
		if fv, ok := v.X.(*ssa.FreeVar); ok {
			if a, ok := origin.Binding(fv).(*ssa.Alloc); ok {
				for _, r := range *a.Referrers() {
					if st, ok := r.(*ssa.Store); ok && st.Addr == a && m.loaded(st.Val, w, depth+1) {
						return true
					}
				}
			}
		}
	case *ssa.Call:
		for _, o := range m.callOp[v] {
			if o.Kind == Read && o.Store == w.Store {
				return true
			}
		}
	}
	return false
}

// WatchedDirect lists the writes that a function under WATCH sends on the watched
// connection itself, after it read the record, and not in its MULTI: EXEC is what
// refuses, and these never come to an EXEC.
func (m *Model) WatchedDirect() []*Op {
	var out []*Op
	for _, fn := range m.fns {
		if fn.Parent() == nil || !m.underWatch(fn) {
			continue
		}
		for _, w := range m.direct[fn] {
			if w.Kind != Write || w.Store != catalog.Redis || w.call.recv == nil || !isTxClient(w.call.recv) {
				continue
			}
			if m.readIn(fn, w) {
				out = append(out, w)
			}
		}
	}
	return out
}

func (m *Model) underWatch(fn *ssa.Function) bool {
	for _, use := range closureUses(fn.Parent(), fn) {
		if ci, ok := use.(ssa.CallInstruction); ok {
			if row := newCall(ci).row(); row != nil && row.Role == catalog.Watch {
				return true
			}
		}
	}
	return false
}

// ComparedInApp lists the writes outside of lock sections that store a version
// which the function read from the same table and compared in Go, without
// comparing it in the statement. Business state that is compared so is left
// alone: too often it only decides what to do.
func (m *Model) ComparedInApp() []*Op {
	var out []*Op
	for _, fn := range m.fns {
		for _, w := range m.direct[fn] {
			if w.Kind != Write || w.Guard != Unguarded || w.stmt == nil || w.stmt.Verb != sqlstmt.Update || inTx(w.conn) {
				continue
			}
			col := m.comparedFence(fn, w)
			if col == "" {
				continue
			}
			if whole := w.row != nil && (w.row.Role == catalog.DocReplace || w.row.Link == "save"); !whole && !setsColumn(w.stmt, col) {
				continue
			}
			w.Column = col
			out = append(out, w)
		}
	}
	return out
}

func setsColumn(st *sqlstmt.Statement, col string) bool {
	for _, a := range st.Set {
		if a.Column == col {
			return true
		}
	}
	return false
}

// comparedFence returns the name of a version that the function read from the
// record's table and compared before the write, "" for none.
func (m *Model) comparedFence(fn *ssa.Function, w *Op) string {
	read := false
	for _, r := range m.direct[fn] {
		if r.Kind != Read || !r.instr.Block().Dominates(w.instr.Block()) {
			continue
		}
		if r.stmt != nil && r.stmt.Table != "" && r.stmt.Table == w.stmt.Table ||
			r.Key != nil && w.Key != nil && w.Key.Type != "table" && m.sameKey(r.Key, w.Key) == origin.Strong {
			read = true
		}
		if r.stmt != nil && r.stmt.ForUpdate {
			return "" // the row cannot change in between
		}
	}
	if !read {
		return ""
	}
	for _, b := range fn.Blocks {
		if b == w.instr.Block() || !b.Dominates(w.instr.Block()) {
			continue
		}
		br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cmp, ok := br.Cond.(*ssa.BinOp)
		if !ok {
			continue
		}
		switch cmp.Op {
		case token.EQL, token.NEQ, token.LSS, token.GTR, token.LEQ, token.GEQ:
		default:
			continue
		}
		for _, x := range []ssa.Value{cmp.X, cmp.Y} {
			if name := snakeCase(readVariable(x)); fenceColumn(name) {
				return name
			}
		}
	}
	return ""
}

// readVariable names the local variable, or the field of one, that a value is
// loaded from: what Scan or Decode filled.
func readVariable(v ssa.Value) string {
	u, ok := v.(*ssa.UnOp)
	if !ok {
		return ""
	}
	switch a := u.X.(type) {
	case *ssa.Alloc:
		return a.Comment
	case *ssa.FieldAddr:
		if _, local := a.X.(*ssa.Alloc); local {
			return fieldNameAt(a.X.Type(), a.Field)
		}
	}
	return ""
}
