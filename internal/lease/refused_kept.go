package lease

import "golang.org/x/tools/go/ssa"

// keptElsewhere settles what a refused attempt finds in the fields where a granted
// one notes that it holds the lock: n.leading = true beside the acquire, and
// if n.leading { … } further down or in the next round of a loop. It reports
// whether there are any.
//
// A field that the refused attempt sets as well says nothing of the lock.
func (m *Model) keptElsewhere(h *held, refused *assumption, e *explored) bool {
	any := false
	for _, in := range h.order {
		st, ok := in.(*ssa.Store)
		if !ok || e.has(in) {
			continue
		}
		f, ok := st.Addr.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		t := opposite(assumeSuccess(nil).eval(st.Val))
		if t == tUnknown || m.setsField(e, f) {
			continue
		}
		for _, b := range st.Parent().Blocks {
			for _, x := range b.Instrs {
				load, ok := x.(*ssa.UnOp)
				if !ok {
					continue
				}
				if g, ok := load.X.(*ssa.FieldAddr); ok && m.sameField(f, g) {
					refused.fixed[load] = t
					any = true
				}
			}
		}
	}
	if any {
		refused.memo, refused.known, refused.entered, refused.left = map[ssa.Value]tri{}, nil, nil, nil
	}
	return any
}

// setsField reports whether a walk comes to another value for the field than no.
func (m *Model) setsField(e *explored, f *ssa.FieldAddr) bool {
	for _, in := range e.order {
		st, ok := in.(*ssa.Store)
		if !ok {
			continue
		}
		if g, ok := st.Addr.(*ssa.FieldAddr); ok && m.sameField(f, g) {
			if c, ok := st.Val.(*ssa.Const); !ok || evalConst(c) == tTrue {
				return true
			}
		}
	}
	return false
}

func (m *Model) sameField(f, g *ssa.FieldAddr) bool {
	return f.Field == g.Field && m.sameValue(f.X, g.X)
}

func opposite(t tri) tri {
	switch t {
	case tTrue:
		return tFalse
	case tNonNil:
		return tNil
	}
	return tUnknown
}
