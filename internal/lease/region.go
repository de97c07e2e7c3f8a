package lease

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"golang.org/x/tools/go/ssa"
)

// region visits the instructions that run while the lock that o acquires is
// held, in the function of the acquire: from a successful acquire to the
// matching release on each path. A deferred release ends nothing here, except
// that a return behind it holds nothing any more: visit then sees no Return.
//
// A call that releases is visited too, as final: a callee may write before it
// releases the lock that it was given.
func (m *Model) region(o *Op, visit func(in ssa.Instruction, final bool)) {
	v, ok := o.instr.(*ssa.Call)
	if !ok {
		return
	}
	a := assumeSuccess(v)
	deferred := m.deferredBefore(v, o)
	a.reach(v, func(in ssa.Instruction) bool {
		switch in := in.(type) {
		case *ssa.Defer:
			if m.releases(in, o) {
				deferred = true
				visit(in, true)
				return true
			}
		case *ssa.Call:
			if m.releases(in, o) {
				if handedToDefer(in) {
					// defer client.Do(script.Cmd(…)): built here, sent at the end.
					deferred = true
					return true
				}
				visit(in, true)
				return false
			}
			if m.releasesLater(in, o) {
				deferred = true // handed to somebody who keeps it: runs when he is done
			}
		case *ssa.Return:
			if deferred {
				return false
			}
		}
		visit(in, false)
		return true
	})
}

// deferredBefore reports whether a release was deferred before the acquire, on all
// ways to it: locks that are taken in a loop are often given back together.
func (m *Model) deferredBefore(v *ssa.Call, o *Op) bool {
	return slices.ContainsFunc(defersBefore(v), func(d *ssa.Defer) bool { return m.releases(d, o) || m.releasesAll(d, o) })
}

// releasesAll reports whether a deferred call ends locks of the house that it takes
// from a map or a list: those that were put there.
func (m *Model) releasesAll(d *ssa.Defer, o *Op) bool {
	if !o.House {
		return false
	}
	found := false
	look := func(ev []*Op) {
		for _, e := range ev {
			h := e.Handle
			for h != nil && h.Kind == origin.Field && len(h.Parts) > 0 {
				h = h.Parts[0]
			}
			found = found || e.Kind == End && e.House && e.API != "" && sameType(e.API, o.API) && h != nil && h.Kind == origin.Elem
		}
	}
	look(m.callOp[d])
	for _, f := range m.closuresAt(d) {
		look(m.eventsOf(f))
	}
	return found
}

// sameType reports whether two operations are methods of one type.
func sameType(a, b string) bool {
	x, _, _ := strings.Cut(a, ".")
	y, _, _ := strings.Cut(b, ".")
	return x == y
}

// handedToDefer reports whether a value is only an argument of a deferred call.
func handedToDefer(v ssa.Value) bool {
	refs := v.Referrers()
	if refs == nil {
		return false
	}
	for _, r := range *refs {
		switch r := r.(type) {
		case *ssa.Defer:
			return true
		case *ssa.MakeInterface:
			if handedToDefer(r) {
				return true
			}
		case *ssa.ChangeInterface:
			if handedToDefer(r) {
				return true
			}
		}
	}
	return false
}

// releases reports whether a call ends the lock that o acquired.
func (m *Model) releases(ci ssa.CallInstruction, o *Op) bool {
	// unlock() of a function that the acquire returned.
	com := ci.Common()
	if !com.IsInvoke() && com.StaticCallee() == nil {
		if from := m.madeBy(com.Value, 0); from != nil && from == o.instr {
			return true
		}
	}
	for _, e := range m.callOp[ci] {
		if e.Kind == End && m.sameLock(o, e) && !undoes(e) {
			return true
		}
	}
	if o.Session && o.conn != nil {
		// A transaction-level lock ends with its transaction.
		c := newCall(ci)
		if row := c.row(); row != nil && row.Role == catalog.Commit && c.recv != nil && origin.Compare(m.of(c.recv), m.of(o.conn)) == origin.Strong {
			return true
		}
	}
	if _, isGo := ci.(*ssa.Go); isGo {
		return false
	}
	for _, f := range m.closuresAt(ci) {
		if !m.keptAt(ci, f) && m.closureReleases(f, o, 0) {
			return true
		}
	}
	for _, a := range com.Args {
		if m.boundRelease(a, o) {
			return true
		}
	}
	return false
}

// releasesLater reports whether a call is handed a closure that ends the lock, to
// be kept and run at some later time.
func (m *Model) releasesLater(ci ssa.CallInstruction, o *Op) bool {
	for _, f := range m.closuresAt(ci) {
		if m.keptAt(ci, f) && m.closureReleases(f, o, 0) {
			return true
		}
	}
	return false
}

// boundRelease reports whether a value is the method that ends the lock, bound to
// its handle: finish(lock.Release). Whoever gets it is believed to call it.
func (m *Model) boundRelease(v ssa.Value, o *Op) bool {
	mc, ok := v.(*ssa.MakeClosure)
	if !ok || len(mc.Bindings) != 1 {
		return false
	}
	f, _ := mc.Fn.(*ssa.Function)
	if f == nil || !strings.HasPrefix(f.Synthetic, "bound") {
		return false
	}
	meth, _ := f.Object().(*types.Func)
	if meth == nil {
		return false
	}
	if o.House {
		return houseEnd(meth.Origin()) == End && o.Handle != nil && origin.Compare(o.Handle, m.of(mc.Bindings[0])) != origin.Different
	}
	if row := catalog.Lookup(meth.Origin()); row != nil {
		from := m.madeBy(mc.Bindings[0], 0)
		return row.Role == catalog.Release && (from == o.instr || o.Handle != nil && origin.Compare(o.Handle, m.of(mc.Bindings[0])) == origin.Strong)
	}
	return false
}

// undoes reports whether an end is made by a function literal, and only when an error
// was seen: defer func() { if err != nil { lock.Release() } }().
func undoes(e *Op) bool {
	return e.from != nil && e.from.instr != nil && e.from.fn != nil && e.from.fn.Parent() == e.fn && onErrorPath(e.from.instr)
}

func (m *Model) closureReleases(f *ssa.Function, o *Op, depth int) bool {
	if depth > 3 {
		return false
	}
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			ci, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if onErrorPath(in) {
				continue // undoes the acquire when the rest failed
			}
			com := ci.Common()
			if !com.IsInvoke() && com.StaticCallee() == nil {
				if from := m.madeBy(com.Value, 0); from != nil && from == o.instr {
					return true
				}
			}
			for _, e := range m.callOp[ci] {
				if e.Kind == End && m.sameLock(o, e) {
					return true
				}
			}
			for _, g := range m.closuresAt(ci) {
				if g != f && m.closureReleases(g, o, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

// onErrorPath reports whether an instruction only runs when an error was seen:
// it is behind the true branch of err != nil.
func onErrorPath(in ssa.Instruction) bool {
	b := in.Block()
	for d := b; d != nil; d = d.Idom() {
		p := d.Idom()
		if p == nil || len(p.Instrs) == 0 {
			continue
		}
		br, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If)
		if !ok || len(d.Preds) != 1 {
			continue
		}
		cmp, ok := br.Cond.(*ssa.BinOp)
		if !ok || !isError(cmp.X.Type()) {
			continue
		}
		if k, isC := cmp.Y.(*ssa.Const); !isC || k.Value != nil {
			continue
		}
		if cmp.Op == token.NEQ && p.Succs[0] == d || cmp.Op == token.EQL && p.Succs[1] == d {
			return true
		}
	}
	return false
}

// sameLock reports whether e ends the lock that o acquired, both in one
// function. Inside one function an open key is not held against a match: the
// cost of a missed release is a false alarm behind it.
func (m *Model) sameLock(o, e *Op) bool {
	if v, ok := o.instr.(*ssa.Call); ok && e.Handle != nil && derivedFrom(e.Handle, v, 0) {
		return true // the callee releases the lock that it is handed
	}
	if o.instr != nil && e.call.recv != nil {
		if from := m.madeBy(e.call.recv, 0); from != nil && from == o.instr {
			return true // lock.Release() of the lock that Obtain returned
		}
	}
	if v, ok := o.instr.(*ssa.Call); ok && mayBeFrom(m.handleValue(e), v, 0) {
		return true // one of several acquires, in a loop that tries again
	}
	if o.Handle != nil && e.Handle != nil {
		if c := origin.Compare(o.Handle, e.Handle); c == origin.Strong {
			return true
		} else if c == origin.Different && o.Handle.SSA() != nil && e.Handle.SSA() != nil {
			if o.Key == nil || e.Key == nil {
				return false
			}
		}
	}
	if e.Handle != nil && o.instr != nil {
		if v, ok := o.instr.(*ssa.Call); ok && derivedFrom(e.Handle, v, 0) {
			return true
		}
	}
	if o.Store != e.Store && o.Store != 0 && e.Store != 0 {
		return false
	}
	if o.Session && e.Session {
		return true
	}
	if o.Key != nil && e.Key != nil {
		return m.sameKey(o.Key, e.Key) != origin.Different
	}
	return o.Key == nil && e.Key == nil && o.Handle == nil && e.Handle == nil
}

// handleValue is the lock handle that an end is about, as a value of the function
// that it is listed for; nil where it is not one of its values.
func (m *Model) handleValue(e *Op) ssa.Value {
	if e.from == nil {
		return e.call.recv
	}
	if h := e.from.Handle; h != nil && h.Kind == origin.Param {
		return argAt(e.call, h.Index)
	}
	return nil
}

// mayBeFrom reports whether a value is the result of the call on some way.
func mayBeFrom(v ssa.Value, c *ssa.Call, depth int) bool {
	if depth > 6 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Call:
		return v == c
	case *ssa.Extract:
		return v.Tuple == c
	case *ssa.Phi:
		for _, e := range v.Edges {
			if mayBeFrom(e, c, depth+1) {
				return true
			}
		}
	case *ssa.UnOp:
		a, ok := v.X.(*ssa.Alloc)
		if !ok {
			return false
		}
		for _, r := range *a.Referrers() {
			if st, ok := r.(*ssa.Store); ok && st.Addr == a && mayBeFrom(st.Val, c, depth+1) {
				return true
			}
		}
	}
	return false
}

// derivedFrom reports whether an origin goes back to the results of a call.
func derivedFrom(v *origin.Value, c *ssa.Call, depth int) bool {
	if v == nil || depth > 6 {
		return false
	}
	switch s := v.SSA().(type) {
	case *ssa.Call:
		if s == c {
			return true
		}
	case *ssa.Extract:
		if s.Tuple == c {
			return true
		}
	}
	for _, p := range v.Parts {
		if derivedFrom(p, c, depth+1) {
			return true
		}
	}
	return false
}
