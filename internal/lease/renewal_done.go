package lease

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// calledOnDone reports whether a cancel function is handed to context.AfterFunc
// of a context that knows of the caller, or called by a goroutine that waits
// for one.
func (m *Model) calledOnDone(v ssa.Value, depth int) bool {
	if depth > 4 || v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.ChangeType:
			if m.calledOnDone(r, depth+1) {
				return true
			}
		case *ssa.Call:
			if m.onDone(newCall(r)) {
				return true
			}
		case *ssa.Store:
			if a, ok := r.Addr.(*ssa.Alloc); ok && r.Val == v {
				for _, l := range *a.Referrers() {
					if l, ok := l.(*ssa.MakeClosure); ok && m.closureOnDone(l) {
						return true
					}
				}
			}
		case *ssa.MakeClosure:
			if m.closureOnDone(r) {
				return true
			}
		}
	}
	return false
}

// onDone reports whether a call is context.AfterFunc of a context that knows of
// the caller.
func (m *Model) onDone(c call) bool {
	return c.name() == "AfterFunc" && pkgPath(c.fn) == "context" && len(c.args) == 2 && m.knowsCaller(m.of(c.args[0]))
}

func (m *Model) closureOnDone(mc *ssa.MakeClosure) bool {
	f, _ := mc.Fn.(*ssa.Function)
	if f == nil || mc.Referrers() == nil {
		return false
	}
	if m.waitsForContext(f) {
		return true
	}
	for _, r := range *mc.Referrers() {
		if ci, ok := r.(*ssa.Call); ok && m.onDone(newCall(ci)) {
			return true
		}
	}
	return false
}

// waitsForContext reports whether a function receives from the Done channel of
// a context that knows of the caller.
func (m *Model) waitsForContext(f *ssa.Function) bool {
	tied := func(ch ssa.Value) bool { return m.knowsCaller(stopOf(m.of(ch))) }
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Select:
				for _, st := range in.States {
					if st.Dir == types.RecvOnly && tied(st.Chan) {
						return true
					}
				}
			case *ssa.UnOp:
				if in.Op == token.ARROW && tied(in.X) {
					return true
				}
			}
		}
	}
	return false
}
