package lease

import (
	"go/token"
	"sort"

	"golang.org/x/tools/go/ssa"
)

// IgnoredAcquire is a lock that was refused, and code that runs as if it were held.
type IgnoredAcquire struct {
	Lock *Op
	// Failed is true when it takes an error to get there, false when it is enough
	// that somebody else holds the lock.
	Failed bool
	// Work is what runs in both cases although it is meant for the holder; nil
	// when only the release does.
	Work ssa.Instruction
	// Release ends a lock that was not acquired; nil when it does not run.
	Release ssa.Instruction
	// Inverted is true when the work runs only if the lock was refused.
	Inverted bool
}

// Pos is where the finding stands: at the acquire, whose answer does not count, or
// at the release where only that runs too early or too often.
func (i IgnoredAcquire) Pos() token.Pos {
	if i.Work == nil && i.Release != nil {
		return i.Release.Pos()
	}
	return i.Lock.pos
}

// IgnoredAcquires lists the acquires of the package whose refusal does not keep
// what is meant for the holder from running, in source order.
func (m *Model) IgnoredAcquires() []IgnoredAcquire {
	var out []IgnoredAcquire
	for _, fn := range m.fns {
		for _, o := range m.locksTaken(fn) {
			if i, ok := m.ignored(o); ok {
				out = append(out, i)
			}
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Pos() < out[j].Pos() })
	return out
}

// locksTaken are the acquires of a function for which there is evidence that they
// are a lock's, one for each call.
func (m *Model) locksTaken(fn *ssa.Function) []*Op {
	var out []*Op
	calls(fn, func(c call) bool {
		if _, ok := c.instr.(*ssa.Call); !ok {
			return true
		}
		var lock *Op
		for _, o := range m.callOp[c.instr] {
			if o.Kind != Acquire || o.Purpose || o.row != nil && o.row.Link == "force" || o.Depth > 0 && !o.hands || !m.LockEvidence(o) {
				continue
			}
			if lock == nil {
				lock = o
			} else if o.Depth > 0 && lock.Depth > 0 {
				both := *lock // one of several implementations
				both.refused = append(append([]Reply{}, lock.refused...), o.refused...)
				lock = &both
			}
		}
		if lock == nil {
			lock = m.houseAcquire(c)
		}
		if lock != nil {
			out = append(out, lock)
		}
		return true
	})
	return out
}

// held are the instructions that run while the lock is held, with the releases
// that end it.
type held struct {
	*explored
	ends map[ssa.Instruction]ending
}

// heldBy follows the function from a granted request to the releases.
func (m *Model) heldBy(o *Op) *held {
	h := &held{ends: map[ssa.Instruction]ending{}}
	a := m.reply(o, granted)
	h.explored = a.explore(o.instr, func(in ssa.Instruction) bool {
		e, ok := m.endingAt(in, o)
		if ok {
			h.ends[in] = e
		}
		return ok && !e.deferred
	})
	return h
}

// ignored judges one acquire.
func (m *Model) ignored(o *Op) (IgnoredAcquire, bool) {
	h := m.heldBy(o)
	early := m.deferredBefore(o)
	ends := len(h.ends) > 0 || len(early) > 0
	for _, r := range m.turnedDown(o) {
		found := IgnoredAcquire{Lock: o, Failed: r.v == failed}
		returns := false
		deferred := ssa.Instruction(nil)
		e := r.a.explore(o.instr, func(in ssa.Instruction) bool { return m.acquiresAgain(in, o) })
		for _, in := range e.order {
			if _, ok := in.(*ssa.Return); ok {
				returns = true
			}
			if end, ok := m.endingAt(in, o); ok {
				if h.has(in) && !end.conditional {
					found.Release = first(found.Release, in)
				} else if end.deferred && !h.has(in) {
					deferred = in
				}
				continue
			}
			if m.acquiresAgain(in, o) || !m.isWork(in, o) {
				continue
			}
			if h.has(in) {
				found.Work = first(found.Work, in)
			} else if deferred != nil && !ends && found.Work == nil {
				// The release and the work stand in the branch of the refusal.
				found.Work, found.Release, found.Inverted = in, deferred, true
			}
		}
		if found.Inverted {
			return found, true
		}
		if found.Work != nil && (ends || m.consequential(found.Work)) {
			if found.Release == nil && returns {
				found.Release = firstOf(early)
			}
			return found, true
		}
		// A release that compares the owner does no harm to another holder.
		if returns && found.Release == nil {
			found.Release = firstOf(early)
		}
		found.Work = nil
		if found.Release != nil {
			if end, ok := m.endingAt(found.Release, o); ok && !end.compares {
				return found, true
			}
		}
	}
	return IgnoredAcquire{}, false
}

// first is the earlier of two instructions in the source.
func first(a, b ssa.Instruction) ssa.Instruction {
	if a == nil || b != nil && b.Pos().IsValid() && b.Pos() < a.Pos() {
		return b
	}
	return a
}

func firstOf(list []ssa.Instruction) ssa.Instruction {
	var out ssa.Instruction
	for _, in := range list {
		out = first(out, in)
	}
	return out
}
