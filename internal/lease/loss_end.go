package lease

import (
	"golang.org/x/tools/go/ssa"
)

// ended reports whether somebody learns that a renewal loop has ended: by a
// deferred call of its function, or by what its starter does then. Where that
// cannot be seen, somebody does. Otherwise at is where it was started.
func (m *Model) ended(fn *ssa.Function, f fate, depth int, inside map[*ssa.Function]bool) (heard bool, at []Note) {
	if depth > 4 || inside[fn] {
		return true, nil
	}
	inside[fn] = true
	t := m.newTeller()
	t.inside = inside
	if m.defersTell(t, fn) || m.worksBesides(t, fn) {
		return true, nil
	}
	uses := m.usesOf(fn)
	if len(uses) == 0 {
		return true, nil
	}
	for _, use := range uses {
		ci, ok := use.(ssa.CallInstruction)
		if !ok {
			return true, nil
		}
		c := newCall(ci)
		switch in := use.(type) {
		case *ssa.Defer:
			continue
		case *ssa.Go:
			if c.static == fn || m.funcValue(c.common.Value, 0) == fn {
				return false, []Note{{in.Pos(), "the renewal starts here"}}
			}
			return true, nil
		case *ssa.Call:
			if c.static == fn || c.static == nil && m.funcValue(c.common.Value, 0) == fn {
				if heard, at := m.endedCall(in, f, depth, inside); !heard {
					return false, at
				}
				continue
			}
			if !startsGoroutine(c) && !m.periodic(c) {
				return true, nil
			}
			if f.raised && returnsError(fn) || m.helperTells(c) {
				return true, nil // errgroup: an error ends the group
			}
			return false, []Note{{c.pos(), "the renewal starts here"}}
		}
	}
	return true, nil
}

// endedCall follows the end of a renewal loop into the function that called it
// and waited for it.
func (m *Model) endedCall(v *ssa.Call, f fate, depth int, inside map[*ssa.Function]bool) (bool, []Note) {
	fn := v.Parent()
	t := m.newTeller(fn)
	for g := range inside {
		t.inside[g] = true
	}
	w := newAnswer(v, assumeSuccess(v))
	w.ok = nil // a loop that returns has ended: whatever follows is about that
	reply := failed
	if !f.raised {
		reply = refused
	}
	next, _ := t.fateOf(w, m.assumeLoss(v, reply))
	if next.told || next.again {
		return true, nil // somebody is told, or the loop is started anew
	}
	if !f.raised {
		next.raised = false
	}
	return m.ended(fn, next, depth+1, inside)
}

func returnsError(fn *ssa.Function) bool {
	res := fn.Signature.Results()
	return res.Len() > 0 && isError(res.At(res.Len()-1).Type())
}

// helperTells reports whether a starter of the package, such as a SafeGo of its
// own, does something when the function that it runs has returned.
func (m *Model) helperTells(c call) bool {
	if c.static == nil || len(c.static.Blocks) == 0 {
		return false
	}
	t := m.newTeller()
	best := tellsNone
	for _, a := range append([]*ssa.Function{c.static}, c.static.AnonFuncs...) {
		calls(a, func(k call) bool {
			if k.fn == nil && k.static == nil && paramIndex(c.static, k.common.Value) >= 0 {
				return true // runs what it was given
			}
			if _, isGo := k.instr.(*ssa.Go); !isGo {
				best = max(best, t.call(k))
			}
			return best != tells
		})
	}
	return best == tells
}

// defersTell reports whether a deferred call of a function tells somebody.
func (m *Model) defersTell(t *teller, fn *ssa.Function) bool {
	found := false
	calls(fn, func(c call) bool {
		if _, ok := c.instr.(*ssa.Defer); !ok {
			return true
		}
		if len(m.callOp[c.instr]) > 0 && c.row() != nil {
			return true // a release
		}
		found = t.call(c) == tells
		return !found
	})
	return found
}

// worksBesides reports whether the function that renews also does the work: its
// end is then the end of the work. What it does before the loop, and what prints,
// pauses or asks, is none.
func (m *Model) worksBesides(t *teller, fn *ssa.Function) bool {
	found := false
	inLoop := loopBlocks(fn)
	calls(fn, func(c call) bool {
		v := c.value()
		if v == nil || !inLoop[v.Block()] || len(m.callOp[c.instr]) > 0 || len(m.callees(c)) > 0 && m.reachesOnlyRenewal(c) {
			return true
		}
		if f := c.static; f != nil && t.inside[f] {
			return true
		}
		found = t.call(c) == tells && !onErrorPath(v)
		return !found
	})
	return found
}

func (m *Model) reachesOnlyRenewal(c call) bool { return m.calledLoop(c) != nil }
