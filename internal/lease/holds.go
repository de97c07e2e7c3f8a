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
		held := false
		m.region(o, func(in ssa.Instruction, _ bool) {
			if _, ok := in.(*ssa.Return); ok {
				held = true
			}
		})
		if held {
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
				p := paramIndex(fn, argAt(c, u.Param))
				if p < 0 || u.Op >= len(t.sum.Ops) {
					continue
				}
				n := m.instantiate(t.sum.Ops[u.Op], c, t, true)
				s.Ops = append(s.Ops, n)
				n.Kind = NoKind
				s.Under = append(s.Under, Under{Param: p, Op: len(s.Ops) - 1})
			}
		}
		return true
	})
}
