package lease

import "golang.org/x/tools/go/ssa"

// keptByOwner reports whether a function also keeps the handle that it returns in a
// field of what it was given: c.session = session; return session. It is the owner of
// that field who closes it, and the caller who must not.
func (m *Model) keptByOwner(c call, l *Loop) bool {
	if c.value() == nil || l.Handle == 0 {
		return false
	}
	h := &holding{m: m, mine: map[ssa.Value]bool{}}
	for _, r := range c.results(l.Handle - 1) {
		h.own(r, h.mine)
	}
	for _, b := range c.instr.Parent().Blocks {
		for _, in := range b.Instrs {
			st, ok := in.(*ssa.Store)
			if !ok || !h.mine[st.Val] {
				continue
			}
			switch at := st.Addr.(type) {
			case *ssa.Global:
				return true
			case *ssa.FieldAddr:
				if given(at.X) {
					return true
				}
			}
		}
	}
	return false
}

// given reports whether a struct comes from outside of the function.
func given(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
		return true
	case *ssa.FieldAddr:
		return given(v.X)
	case *ssa.UnOp:
		return given(v.X)
	}
	return false
}
