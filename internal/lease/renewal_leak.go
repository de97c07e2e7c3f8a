package lease

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
)

// A session renews until it is closed. Where no caller's context is at hand its
// Close is stop enough, as long as it is reached: this file finds the ways out
// of a frame that leave a session open and hand it to nobody.

// leaksHandle reports whether the function can return after a call that gave a
// handle without having ended it, deferred its end or handed it on.
func (m *Model) leaksHandle(c call, l *Loop) bool {
	v := c.value()
	if v == nil || l.Handle == 0 || len(l.Stops) > 0 {
		return false
	}
	h := &holding{m: m, closer: l.Closer, mine: map[ssa.Value]bool{}}
	for _, r := range c.results(l.Handle - 1) {
		h.own(r, h.mine)
	}
	if len(h.mine) == 0 {
		return false // return newSession(): the caller's
	}
	// Only the call itself is taken to have succeeded; what is then called on
	// the handle may well fail, and leave it open.
	success, results := assumeSuccess(nil), v.Call.Signature().Results()
	for i := range results.Len() {
		for _, r := range c.results(i) {
			success.memo[r] = byType(results.At(i).Type())
		}
	}
	leaked := false
	success.reach(c.instr, func(in ssa.Instruction) bool {
		if h.settles(in) {
			return false
		}
		if _, ok := in.(*ssa.Return); ok {
			leaked = true
		}
		return true
	})
	return leaked
}

// holding follows a handle through its frame. NewMutex(session, key) does not
// hold it: nobody gets the session out of a mutex again.
type holding struct {
	m      *Model
	closer string             // the operation that ends it
	mine   map[ssa.Value]bool // the handle, under each of its names
}

// own notes a value, and the values that are the same one.
func (h *holding) own(v ssa.Value, in map[ssa.Value]bool) {
	if in[v] || v.Referrers() == nil {
		return
	}
	in[v] = true
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.ChangeType:
			h.own(ref, in)
		case *ssa.MakeInterface:
			h.own(ref, in)
		case *ssa.ChangeInterface:
			h.own(ref, in)
		case *ssa.Phi:
			h.own(ref, in)
		case *ssa.Store:
			if a, ok := ref.Addr.(*ssa.Alloc); ok && ref.Val == v {
				for _, use := range *a.Referrers() {
					if u, ok := use.(*ssa.UnOp); ok {
						h.own(u, in)
					}
				}
			}
		}
	}
}

// settles reports whether an instruction ends the handle or takes it out of
// sight: then silence.
func (h *holding) settles(in ssa.Instruction) bool {
	switch in := in.(type) {
	case ssa.CallInstruction:
		return h.settledBy(newCall(in))
	case *ssa.Store:
		_, local := in.Addr.(*ssa.Alloc)
		return !local && h.has(in.Val)
	case *ssa.MakeClosure:
		for _, b := range in.Bindings {
			if h.has(b) || h.variable(b) {
				return true // the closure may close it
			}
		}
		return false
	case *ssa.ChangeType, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.Phi, *ssa.UnOp, *ssa.BinOp, *ssa.If, *ssa.DebugRef:
		return false
	}
	for _, op := range in.Operands(nil) {
		if op != nil && *op != nil && h.has(*op) {
			return true // returned, sent, put into a map
		}
	}
	return false
}

func (h *holding) has(v ssa.Value) bool { return h.mine[v] }

// variable reports whether a captured variable holds the handle.
func (h *holding) variable(b ssa.Value) bool {
	a, ok := b.(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, ref := range *a.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == a && h.has(st.Val) {
			return true
		}
	}
	return false
}

func (h *holding) settledBy(c call) bool {
	for _, a := range c.args {
		if h.has(a) && c.row() == nil {
			return true
		}
	}
	if c.recv == nil || !h.has(c.recv) {
		return false
	}
	if _, ok := c.instr.(*ssa.Call); !ok {
		// Deferred or in a goroutine: a release by its name or by what it does.
		return releaseName(c.name()) || h.closes(c)
	}
	if row := c.row(); row != nil {
		return row.Link == "orphan" || row.Role == catalog.Release && h.mine[c.recv]
	}
	if c.common.IsInvoke() {
		return true // whatever is behind the interface may close it
	}
	return h.closes(c)
}

// closes reports whether a method of a wrapper ends what the wrapper holds.
func (h *holding) closes(c call) bool {
	for _, o := range h.m.callOp[c.instr] {
		if o.Kind == End && o.API == h.closer {
			return true
		}
	}
	return false
}

// heldByResult is the result of a function that hands out the handle which a
// call in it made, itself or as a field of what it returns, counted from 1; 0
// when there is none.
func (m *Model) heldByResult(c call, l *Loop) int {
	if c.value() == nil || l.Handle == 0 {
		return 0
	}
	carries := map[ssa.Value]bool{}
	h := &holding{m: m, mine: carries}
	for _, r := range c.results(l.Handle - 1) {
		h.own(r, carries)
	}
	fn := c.instr.Parent()
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			st, ok := in.(*ssa.Store)
			if !ok || !carries[st.Val] {
				continue
			}
			if fa, ok := st.Addr.(*ssa.FieldAddr); ok {
				if a, ok := fa.X.(*ssa.Alloc); ok {
					h.own(a, carries)
				} else if u, ok := fa.X.(*ssa.UnOp); ok {
					h.own(u, carries) // a named result: mutex.s = …
					if v, ok := u.X.(*ssa.Alloc); ok {
						for _, use := range *v.Referrers() {
							if load, ok := use.(*ssa.UnOp); ok {
								h.own(load, carries)
							}
						}
					}
				}
			}
		}
	}
	for _, b := range fn.Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for i, v := range r.Results {
			if _, isFunc := v.Type().Underlying().(*types.Signature); carries[v] && !isFunc {
				return i + 1
			}
		}
	}
	return 0
}
