package lease

import (
	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
)

// unwatchedSessions lists the sessions that a function opens, whose locks are
// taken and whose end nobody watches.
func (m *Model) unwatchedSessions(fn *ssa.Function) []*Loss {
	var out []*Loss
	calls(fn, func(c call) bool {
		if c.value() == nil {
			return true
		}
		for _, o := range m.callOp[c.instr] {
			if o.Kind != AutoRenew || o.row == nil || o.row.Result("session") < 0 || o.Stop != nil {
				continue
			}
			w := &watching{m: m, seen: map[ssa.Value]bool{}}
			for _, v := range c.results(o.row.Result("session")) {
				w.session(v)
			}
			if w.watched || len(w.taken) == 0 {
				continue
			}
			l := &Loss{Kind: SessionUnwatched, Pos: c.pos(), API: o.API}
			for _, a := range w.taken {
				if l.Lock == "" {
					l.Lock = a.LockName()
				}
				l.Notes = append(l.Notes, Note{a.pos, a.API + " takes the lock here"})
			}
			out = append(out, l)
		}
		return true
	})
	return out
}

// watching follows a session to those who watch it and to the locks made from it.
type watching struct {
	m       *Model
	seen    map[ssa.Value]bool
	watched bool  // somebody watches it, guards his writes by it, or may do so
	taken   []*Op // acquires of locks made from it
}

func (w *watching) session(v ssa.Value) { w.follow(v, false) }
func (w *watching) lock(v ssa.Value)    { w.follow(v, true) }

func (w *watching) follow(v ssa.Value, isLock bool) {
	if w.watched || w.seen[v] {
		return
	}
	w.seen[v] = true
	if v.Referrers() == nil || len(w.seen) > 100 {
		w.watched = true
		return
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef, *ssa.BinOp:
		case *ssa.Phi, *ssa.ChangeType, *ssa.MakeInterface, *ssa.ChangeInterface:
			w.follow(r.(ssa.Value), isLock)
		case *ssa.UnOp:
			w.follow(r, isLock)
		case *ssa.Store:
			if r.Val == v {
				w.stored(r.Addr, isLock)
			}
		case *ssa.MakeClosure:
			f, _ := r.Fn.(*ssa.Function)
			for i, b := range r.Bindings {
				if b == v && f != nil && i < len(f.FreeVars) {
					w.follow(f.FreeVars[i], isLock)
				}
			}
		case ssa.CallInstruction:
			w.call(v, newCall(r), isLock)
		default:
			w.watched = true // returned, sent, put into a map
		}
	}
}

// stored follows what was stored in a variable or in an unexported field.
func (w *watching) stored(addr ssa.Value, isLock bool) {
	switch a := addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		w.follow(a, isLock)
	case *ssa.FieldAddr:
		f := fieldVar(a)
		if f == nil || f.Exported() {
			w.watched = true
			return
		}
		for _, read := range w.m.fieldReads(f) {
			w.follow(read.v, isLock)
		}
	default:
		w.watched = true
	}
}

func (w *watching) call(v ssa.Value, c call, isLock bool) {
	row := c.row()
	if row == nil {
		w.helper(v, c, isLock)
		return
	}
	switch row.Role {
	case catalog.Lost, catalog.Guard, catalog.Fence:
		w.watched = true // asked, or compared by the storage
	case catalog.NewLock:
		for i := range c.common.Signature().Results().Len() {
			for _, x := range c.results(i) {
				w.lock(x)
			}
		}
	case catalog.Acquire:
		if isLock && c.recv == v {
			for _, o := range w.m.callOp[c.instr] {
				if o.Kind == Acquire {
					w.taken = append(w.taken, o)
				}
			}
		}
	case catalog.Handle:
		// Lease() gives the id, which may guard a write; Key() and Client() do not.
		if c.name() == "Lease" {
			w.watched = true
		}
	case catalog.Release, catalog.None, catalog.CondWrite:
	default:
		w.watched = w.watched || c.recv != v
	}
}

// helper follows a session or lock into a function of the package.
func (w *watching) helper(v ssa.Value, c call, isLock bool) {
	if b, ok := c.common.Value.(*ssa.Builtin); ok {
		w.watched = w.watched || b.Name() == "append"
		return
	}
	if row := w.m.lockerRow(c); row != nil && c.recv == v {
		if row.Role == catalog.Acquire {
			for _, o := range w.m.callOp[c.instr] {
				w.taken = append(w.taken, o)
			}
		}
		return
	}
	if c.static == nil || len(c.static.Blocks) == 0 {
		w.watched = true
		return
	}
	for i, a := range c.operands() {
		if a == v && i < len(c.static.Params) {
			w.follow(c.static.Params[i], isLock)
		}
	}
}
