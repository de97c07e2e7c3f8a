package lease

import (
	"go/token"
	"slices"
	"sort"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
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
	// Ended is where that release is made, which may be inside a closure.
	Ended token.Pos
	// Spared is true when that release compares the owner, and so does no harm.
	Spared bool
	// Inverted is true when the work runs only if the lock was refused.
	Inverted bool
	// Unasked is true when the function released (Lock is the release) without an
	// attempt to acquire; Unmade when it acquires with an object that could not be
	// made, at Made.
	Unasked, Unmade bool
	Made            token.Pos
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
		out = append(out, m.unasked(fn)...)
		out = append(out, m.unmade(fn)...)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Pos() < out[j].Pos() })
	return out
}

// locksTaken are the acquires of a function for which there is evidence that they
// are a lock's, one for each call. A command that is only queued answers through a
// pointer, later, and is not asked about.
func (m *Model) locksTaken(fn *ssa.Function) []*Op {
	var out []*Op
	calls(fn, func(c call) bool {
		if _, ok := c.instr.(*ssa.Call); !ok {
			return true
		}
		var lock *Op
		for _, o := range m.callOp[c.instr] {
			if o.Kind != Acquire || o.Purpose || o.row != nil && (o.row.Link == "force" || o.row.Link == "queued") || o.Depth > 0 && !o.hands || !m.lockFor(o) {
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

// lockFor reports whether there is evidence that an acquire is a lock's: what
// LockEvidence asks for, or a release by a function that is named as its other
// end (Lock and Unlock over keys that the callers choose).
func (m *Model) lockFor(o *Op) bool {
	if m.LockEvidence(o) {
		return true
	}
	if o.House {
		// Both ends are on the interface; here both must be called, whatever the
		// answer is taken for.
		return len(m.heldBy(o).ends) > 0 || len(m.endsBefore(o)) > 0
	}
	if o.Depth > 0 || o.Key == nil {
		return false
	}
	for _, fn := range m.fns {
		for _, e := range m.direct[fn] {
			if e.Kind == End && e.Store == o.Store && m.pairOf(o, e) && (e.Key == nil || m.sameKey(o.Key, e.Key) != origin.Different || open(o.Key) && open(e.Key)) {
				return true
			}
		}
	}
	return false
}

// open reports whether a key is whatever the caller says.
func open(k *origin.Value) bool {
	for k != nil && k.Kind == origin.Elem && len(k.Parts) > 0 {
		k = k.Parts[0]
	}
	return k != nil && k.Kind == origin.Param
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

// answersByContext reports whether a lock says by a context, and by nothing else,
// whether it was got: one that is done already when it was not.
func answersByContext(c call) bool {
	says, hasError := resultTypes(c)
	if says || hasError {
		return false
	}
	res := c.common.Signature().Results()
	for i := range res.Len() {
		if origin.IsContext(res.At(i).Type()) {
			return true
		}
	}
	return false
}

// ignored judges one acquire.
func (m *Model) ignored(o *Op) (IgnoredAcquire, bool) {
	if answersByContext(o.call) {
		return IgnoredAcquire{}, false
	}
	h := m.heldBy(o)
	early := m.endsBefore(o)
	ends := len(h.ends) > 0 || len(early) > 0
	again := m.again(o)
	attempts := attempts(o, again)
	for _, r := range m.turnedDown(o) {
		found := IgnoredAcquire{Lock: o, Failed: r.v == erred}
		returns := false
		deferred := ssa.Instruction(nil)
		stop := func(in ssa.Instruction) bool { return again(in) || r.a.failsTest(in) }
		e := r.a.explore(o.instr, stop)
		if m.keptElsewhere(h, r.a, e) {
			e = r.a.explore(o.instr, stop)
		}
		for _, in := range e.order {
			switch in.(type) {
			case *ssa.Return, *ssa.Panic:
				returns = true // what is deferred runs
			}
			if end, ok := m.endingAt(in, o); ok {
				// What an in-house release compares is not in sight, and it may stand in
				// the loop that tries again: only a deferred one is nobody else's.
				if h.has(in) && !end.conditional && end.certain && (end.deferred || !o.House && o.taker == nil) {
					found.Release = first(found.Release, in)
				} else if end.deferred && !h.has(in) {
					deferred = in
				}
				continue
			}
			if again(in) || assertsAt(in) || !m.isWork(in, o) {
				continue
			}
			if h.has(in) && !beforeAttempt(in, attempts) {
				found.Work = first(found.Work, in)
			} else if deferred != nil && !ends && found.Work == nil {
				// The release and the work stand in the branch of the refusal.
				found.Work, found.Release, found.Inverted = in, deferred, true
			}
		}
		if found.Inverted {
			return m.spared(found), true
		}
		if found.Work != nil && (ends || m.consequential(found.Work)) {
			if found.Release == nil && returns {
				found.Release = firstOf(early)
			}
			found = m.spared(found)
			if _, efficiency := m.Efficiency(o); efficiency && (found.Release == nil || found.Spared) {
				continue // what the lock saves is work: done twice, it is as good
			}
			return found, true
		}
		// A release that compares the owner does no harm to another holder.
		if returns && found.Release == nil {
			found.Release = firstOf(early)
		}
		found.Work, found.Inverted = nil, false
		if found = m.spared(found); found.Release != nil && !found.Spared {
			return found, true
		}
	}
	return IgnoredAcquire{}, false
}

// attempts are the blocks that ask for the lock, once and again.
func attempts(o *Op, again func(ssa.Instruction) bool) []*ssa.BasicBlock {
	var out []*ssa.BasicBlock
	for _, b := range o.fn.Blocks {
		if slices.ContainsFunc(b.Instrs, func(in ssa.Instruction) bool { return in == ssa.Instruction(o.instr) || again(in) }) {
			out = append(out, b)
		}
	}
	return out
}

// beforeAttempt reports whether an instruction only leads to another attempt at the
// lock, in a later round of a loop: it is no work of the holder's, although the
// holder of an earlier round comes by.
func beforeAttempt(in ssa.Instruction, attempts []*ssa.BasicBlock) bool {
	b := in.Block()
	return slices.ContainsFunc(attempts, func(a *ssa.BasicBlock) bool { return !a.Dominates(b) && reachesBlock(b, a) })
}

// spared notes whether the release that runs can end another holder's lock.
func (m *Model) spared(i IgnoredAcquire) IgnoredAcquire {
	if i.Release != nil {
		end, _ := m.endingAt(i.Release, i.Lock)
		i.Spared, i.Ended = end.compares, end.at
	}
	return i
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
