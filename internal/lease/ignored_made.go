package lease

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Two faults around the lock object itself, seen from its constructor: it is
// locked although it could not be made, or released although nobody locked it.

// unasked finds releases by lock objects that their function made and never
// acquired with: what they end is somebody else's. Releases that compare the
// owner do no harm, and an object that others get may have been locked by them.
func (m *Model) unasked(fn *ssa.Function) []IgnoredAcquire {
	var out []IgnoredAcquire
	calls(fn, func(c call) bool {
		ops := m.callOp[c.instr]
		i := slices.IndexFunc(ops, func(e *Op) bool { return e.Kind == End && !e.Compares && !e.Purpose })
		if i < 0 || purposeName(outermost(fn).Name()) {
			return true
		}
		if ctor := m.freshLock(c); ctor != nil && m.onlyReleased(fn, ctor) {
			out = append(out, IgnoredAcquire{Lock: ops[i], Release: c.instr, Unasked: true})
		}
		return true
	})
	return out
}

// freshLock is the call of this function that made the lock object which c is a
// method of, or nil.
func (m *Model) freshLock(c call) *ssa.Call {
	if c.recv == nil || c.row() != nil || !localVariable(c.recv) {
		return nil
	}
	ctor := m.madeBy(c.recv, 0)
	if ctor == nil || ctor.Parent() != c.instr.Parent() || !lockType(c.recv.Type()) {
		return nil
	}
	return ctor
}

// onlyReleased reports whether a function neither acquires with a lock object nor
// lets anybody else have it.
func (m *Model) onlyReleased(fn *ssa.Function, ctor *ssa.Call) bool {
	h := &holding{m: m, mine: map[ssa.Value]bool{}}
	for _, v := range newCall(ctor).results(0) {
		h.own(v, h.mine)
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			ci, ok := in.(ssa.CallInstruction)
			if !ok {
				if h.settles(in) {
					return false
				}
				continue
			}
			c := newCall(ci)
			if c.recv != nil && h.has(c.recv) && (houseWord.MatchString(c.name()) || c.common.IsInvoke()) {
				return false
			}
			for _, a := range c.args {
				if h.has(a) {
					return false
				}
			}
		}
	}
	return true
}

// unmade finds acquires by a lock object that could not be made: the error of its
// constructor is looked at, and what follows runs either way.
func (m *Model) unmade(fn *ssa.Function) []IgnoredAcquire {
	var out []IgnoredAcquire
	calls(fn, func(c call) bool {
		if !houseWord.MatchString(c.name()) && (c.row() == nil || c.row().Link == "") {
			return true
		}
		ctor := m.freshLock(c)
		if ctor == nil {
			return true
		}
		made := newCall(ctor)
		if _, fails := resultTypes(made); !fails || made.common.Signature().Results().Len() != 2 {
			return true
		}
		a := assumeAnswers()
		r := &replier{m: m, a: a, call: made, v: erred, direct: tNonNil, late: tNonNil}
		r.results(nil)
		asked := false
		e := a.explore(ctor, func(in ssa.Instruction) bool {
			if br, ok := in.(*ssa.If); ok && a.eval(br.Cond) != tUnknown {
				asked = true
			}
			return a.failsTest(in)
		})
		if asked && e.has(c.instr) {
			lock := &Op{Kind: Acquire, API: c.name(), Handle: m.of(c.recv), instr: c.instr, fn: fn, call: c, pos: c.pos()}
			out = append(out, IgnoredAcquire{Lock: lock, Failed: true, Work: c.instr, Unmade: true, Made: ctor.Pos()})
		}
		return true
	})
	return out
}
