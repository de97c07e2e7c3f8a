package lease

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// findHolds marks the acquires that are still held when the function returns
// success, and the result that releases them.
func (m *Model) findHolds(fn *ssa.Function, s *Summary) {
	for i, o := range s.Ops {
		if o.Kind != Acquire || o.fn != fn {
			continue
		}
		if _, ok := o.instr.(*ssa.Call); !ok {
			continue
		}
		if m.heldOnSuccess(o) {
			s.Holds = append(s.Holds, i)
			if replies, ok := m.handsOver(fn, o); ok {
				s.Hands = append(s.Hands, Handover{Op: i, Refused: replies})
			}
		}
	}
	if len(s.Holds) == 0 {
		return
	}
	res := fn.Signature.Results()
	for i := 0; i < res.Len(); i++ {
		if _, ok := res.At(i).Type().Underlying().(*types.Signature); ok {
			s.Releaser = i
		}
	}
}

// paramsOf are the parameters of fn that running a function value calls: the value
// itself, or those that a literal calls in turn.
func (m *Model) paramsOf(fn *ssa.Function, v ssa.Value) []int {
	if p := paramIndex(fn, v); p >= 0 {
		return []int{p}
	}
	f := m.funcValue(v, 3)
	if f == nil || f.Parent() != fn {
		return nil
	}
	var out []int
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			out = append(out, m.calledParams(fn, in, 1)...)
		}
	}
	return out
}

// heldOnSuccess reports whether a lock is held on a way out of its function that
// tells of no failure. A way out with an error that forgets the release leaves
// the lock to nobody: the caller, who sees the error, does nothing under it.
func (m *Model) heldOnSuccess(o *Op) bool {
	held := false
	a := assumeSuccess(o.instr.(*ssa.Call))
	m.region(o, func(in ssa.Instruction, _ bool) {
		if r, ok := in.(*ssa.Return); ok && !held && !a.fails(r) {
			held = true
		}
	})
	return held
}

// fails reports whether a return certainly tells of a failure: its error is not
// nil, or its only bool is false.
func (a *assumption) fails(r *ssa.Return) bool {
	bools, no := 0, false
	for _, v := range r.Results {
		if isError(v.Type()) {
			if a.eval(v) == tNonNil || onErrorPath(r) && a.eval(v) != tNil || sentinel(v) {
				return true
			}
		} else if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 {
			bools++
			no = a.eval(v) == tFalse
		}
	}
	return bools == 1 && no
}

// sentinel reports whether a value is an error variable of a package: ErrBusy.
func sentinel(v ssa.Value) bool {
	u, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	_, ok = u.X.(*ssa.Global)
	return ok
}

// findUnder marks the parameters that the function calls while it holds a lock.
func (m *Model) findUnder(fn *ssa.Function, s *Summary) {
	for i, o := range s.Ops {
		if o.Kind != Acquire || o.fn != fn {
			continue
		}
		m.region(o, func(in ssa.Instruction, final bool) {
			if final {
				return
			}
			for _, p := range m.calledParams(fn, in, 0) {
				s.Under = append(s.Under, Under{Param: p, Op: i})
			}
		})
	}
	// A function that only hands its parameter to another WithLock.
	calls(fn, func(c call) bool {
		for _, t := range m.callees(c) {
			for _, u := range t.sum.Under {
				ps := m.paramsOf(fn, argAt(c, u.Param))
				if len(ps) == 0 || u.Op >= len(t.sum.Ops) {
					continue
				}
				n := m.instantiate(t.sum.Ops[u.Op], c, t, true)
				s.Ops = append(s.Ops, n)
				n.Kind = NoKind
				for _, p := range ps {
					s.Under = append(s.Under, Under{Param: p, Op: len(s.Ops) - 1})
				}
			}
		}
		return true
	})
}
