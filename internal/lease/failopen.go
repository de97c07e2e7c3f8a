package lease

import "golang.org/x/tools/go/ssa"

// failsOpen reports whether a function goes on without the lock and says so: the
// acquire gave an error, a branch for that case writes it down, and the release, which
// stands in the branch of the holder, is not come to. Whoever keeps the two apart and
// works on either way means it. One that asks which error it is knows when somebody
// else holds the lock, and works beside him.
func (a *assumption) failsOpen(o *Op, h *held, e *explored) bool {
	v, ok := o.instr.(*ssa.Call)
	if !ok {
		return false
	}
	failed := false
	c := newCall(v)
	for i := range v.Call.Signature().Results().Len() {
		for _, r := range c.results(i) {
			failed = failed || isError(r.Type()) && a.eval(r) == tNonNil
		}
	}
	if !failed || a.asked(o) {
		return false
	}
	for _, in := range e.order {
		if ci, ok := in.(*ssa.Call); ok && !h.has(in) && logs(newCall(ci)) {
			return true
		}
	}
	return false
}

// asked reports whether the function asks which error it got from the acquire.
func (a *assumption) asked(o *Op) bool {
	for v := range a.fixed {
		if c, ok := v.(*ssa.Call); ok && v != o.instr.Value() && len(c.Call.Args) > 0 && isError(c.Call.Args[0].Type()) {
			return true
		}
		if b, ok := v.(*ssa.BinOp); ok && isError(b.X.Type()) {
			return true
		}
		if e, ok := v.(*ssa.Extract); ok && e.Index == 1 {
			if ta, ok := e.Tuple.(*ssa.TypeAssert); ok && isError(ta.X.Type()) {
				return true
			}
		}
	}
	return false
}
