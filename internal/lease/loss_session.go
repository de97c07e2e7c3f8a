package lease

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
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

// unwatchedLocks lists the locks that a function takes from a library which renews
// them by itself, and of whose loss nobody asks to be told.
func (m *Model) unwatchedLocks(fn *ssa.Function) []*Loss {
	var out []*Loss
	calls(fn, func(c call) bool {
		row := c.row()
		if row == nil || c.value() == nil {
			return true
		}
		if row.Role == catalog.InTx && row.Link == "held" {
			if f := m.functionOf(c.arg(row, "fn")); f != nil && m.dropsContext(f) {
				out = append(out, &Loss{Kind: ContextDropped, Pos: c.pos(), API: display(row, c), Lock: m.of(c.arg(row, "key")).String()})
			}
			return true
		}
		if row.Role != catalog.Acquire || row.Link != "heartbeats" || m.asksToBeTold(c, row) {
			return true
		}
		w := &watching{m: m, seen: map[ssa.Value]bool{}}
		for _, v := range c.results(row.Result("lock")) {
			w.lock(v)
		}
		for _, o := range m.callOp[c.instr] {
			if !w.watched {
				out = append(out, &Loss{Kind: LockUnwatched, Pos: c.pos(), API: o.API, Lock: o.LockName()})
			}
		}
		return true
	})
	return out
}

// asksToBeTold reports whether an option of an acquire sets a callback for the
// loss, or may do so.
func (m *Model) asksToBeTold(c call, row *catalog.Row) bool {
	opts := c.arg(row, "opts")
	if opts == nil {
		return true
	}
	if k, ok := opts.(*ssa.Const); ok && k.Value == nil {
		return false
	}
	el, ok := m.res.Elements(opts)
	for _, e := range el {
		made, isCall := e.(*ssa.Call)
		if !isCall {
			return true
		}
		if o := newCall(made); !catalog.Known(pkgPath(o.fn)) || o.row() != nil && o.row().Link == "monitor" {
			return true
		}
	}
	return !ok
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
			if fv := origin.Captured(r, v); fv != nil {
				w.follow(fv, isLock)
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
		f := origin.FieldVar(a.X.Type(), a.Field)
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
		// Lease() gives the id, which may guard a write unless it is only printed; Key()
		// and Client() do not.
		if c.name() == "Lease" && !slices.ContainsFunc(c.results(0), func(id ssa.Value) bool { return printed(id, 0) }) {
			w.watched = true
		}
	case catalog.Release, catalog.None, catalog.CondWrite:
	default:
		w.watched = w.watched || c.recv != v
	}
}

// printed reports whether nothing is done with a value but that it is logged.
func printed(v ssa.Value, depth int) bool {
	if v.Referrers() == nil || depth > 8 {
		return false
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.Convert, *ssa.ChangeType, *ssa.MakeInterface, *ssa.Slice:
			if !printed(r.(ssa.Value), depth+1) {
				return false
			}
		case *ssa.Store:
			// An element of a variadic argument.
			to, ok := r.Addr.(*ssa.IndexAddr)
			if !ok || r.Val != v {
				return false
			}
			if list, ok := to.X.(*ssa.Alloc); !ok || !onlySliced(list, depth+1) {
				return false
			}
		case ssa.CallInstruction:
			c := newCall(r)
			if is, _ := logging(c); is || pkgPath(c.fn) == "fmt" && c.value() != nil && printed(c.value(), depth+1) || logs(c) {
				continue
			}
			return false
		default:
			return false
		}
	}
	return true
}

// onlySliced reports whether the array of a variadic argument goes to a logger.
func onlySliced(list *ssa.Alloc, depth int) bool {
	for _, r := range *list.Referrers() {
		switch r := r.(type) {
		case *ssa.IndexAddr:
		case *ssa.Slice:
			if !printed(r, depth) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// helper follows a session or lock into a function of the package.
func (w *watching) helper(v ssa.Value, c call, isLock bool) {
	if b, ok := c.common.Value.(*ssa.Builtin); ok {
		w.watched = w.watched || b.Name() == "append"
		return
	}
	if row := w.m.lockerRow(c); row != nil && c.recv == v {
		if row.Role == catalog.Acquire {
			w.taken = append(w.taken, w.m.callOp[c.instr]...)
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
