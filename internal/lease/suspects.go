package lease

import (
	"maps"
	"slices"
	"strings"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// Suspect is a request that ends or extends a lock record without comparing
// the owner, together with the evidence that the record is a lock's.
type Suspect struct {
	Op *Op
	// Lock is the acquire of the same record; nil when the API itself is a lock.
	Lock *Op
	// CheckedInGo is true when an earlier request of the function read the record.
	CheckedInGo bool
}

// Suspects returns the releases and renewals of the package that do not compare
// the owner and for which there is lock evidence, each request once, at the
// place that makes it or, where only a caller knows that the key is a lock's,
// at the caller.
func (m *Model) Suspects() []Suspect { return m.suspects }

func (m *Model) findSuspects() []Suspect {
	f := &finder{m: m, acquires: m.acquires(), judged: map[*Op]bool{}, locks: map[*Op]bool{}}
	f.pass(false)
	f.pass(true) // renewals of what the releases showed to be locks
	return f.out
}

// finder collects suspects: shallow requests first, so that a fault is reported
// where it is made and not at every caller.
type finder struct {
	m        *Model
	acquires []*Op
	judged   map[*Op]bool
	locks    map[*Op]bool // acquires that were found to be a lock's
	out      []Suspect
}

func (f *finder) pass(again bool) {
	m := f.m
	for depth := 0; depth < maxDepth; depth++ {
		for _, fn := range m.fns {
			for _, e := range m.eventsOf(fn) {
				if e.Depth != depth || e.Compares || e.Purpose || f.judged[e] || again && e.Kind != Extend {
					continue
				}
				if e.Kind != End && e.Kind != Extend && !m.overwrites(e) {
					continue
				}
				if m.rowHeld(e) || ownLeaseKey(e.Key) || m.watchedByCommand(e) {
					continue
				}
				if depth > 0 && f.judgedBelow(e) {
					e.Judged = true // for the callers in other packages too
					continue
				}
				if depth == 0 && e.Generated || depth > 0 && !m.moreKnown(e) {
					continue
				}
				if m.ownFreshRecord(e) {
					f.judged[e], e.Judged = true, true // whatever its callers know of the key
					continue
				}
				lock, ok := f.lockOf(e, again)
				if !ok {
					continue
				}
				if lock != nil {
					f.locks[lock] = true
				}
				f.judged[e], e.Judged = true, true
				if m.rollback(e, lock) || m.endsOnFailure(e) || m.firstTTL(e) {
					continue
				}
				f.out = append(f.out, Suspect{Op: e, Lock: lock, CheckedInGo: m.readBefore(e)})
			}
		}
	}
}

func (f *finder) lockOf(e *Op, again bool) (*Op, bool) {
	if !again {
		return f.m.evidence(e, f.acquires)
	}
	for _, a := range f.acquires {
		if f.locks[a] && a.Store == e.Store && e.Key != nil && a.Key != nil && f.m.sameKey(a.Key, e.Key) == origin.Strong && !f.m.otherRecord(a.about, e.about) && (!anyRecord(e.Key) || endsOf(a, e)) {
			return a, true
		}
	}
	return nil, false
}

// judgedBelow reports whether a callee on the way was judged for the request.
func (f *finder) judgedBelow(e *Op) bool {
	for x := e.from; x != nil; x = x.from {
		if f.judged[x] || x.Judged {
			return true
		}
	}
	return e.from == nil && e.Judged
}

// overwrites: a SET of the lock's own key after it was read renews by hand.
func (m *Model) overwrites(e *Op) bool {
	return e.Kind == Write && e.Store == catalog.Redis && e.Guard == CacheFill && strings.HasPrefix(e.API, "SET") && m.readBefore(e)
}

// moreKnown reports whether a call tells more of the key than the callee knew:
// a key that the callee made itself was judged there.
func (m *Model) moreKnown(e *Op) bool {
	if e.site == nil || e.site.Key == nil {
		return false
	}
	if e.Generated {
		return true
	}
	k := e.site.Key
	if k.Kind == origin.Format && origin.Telling(k) {
		return false // "lock/" + name: the function that makes the key was judged for it
	}
	if partGiven(k) {
		return true
	}
	// A table says nothing of the item in it.
	for _, v := range e.site.about {
		if partGiven(v) {
			e.itemOnly = true
			return true
		}
	}
	return false
}

// partGiven reports whether a part of a key is the caller's.
func partGiven(k *origin.Value) bool {
	is := false
	origin.Walk(k, func(v *origin.Value) bool {
		is = is || v.Kind == origin.Param
		return !is
	})
	return is
}

// acquires lists the acquires that the package can see: its own, and those of
// imported functions whose keys are fixed.
func (m *Model) acquires() []*Op {
	var out []*Op
	seen := map[*Op]bool{}
	for _, fn := range m.fns {
		for _, o := range m.eventsOf(fn) {
			if (o.Kind == Acquire || o.takes) && !o.Session && !seen[o] {
				seen[o] = true
				out = append(out, o)
			}
		}
		// An acquire that is released in the callee still names the lock.
		for _, o := range m.direct[fn] {
			if (o.Kind == Acquire || o.takes) && !o.Session && !seen[o] {
				seen[o] = true
				out = append(out, o)
			}
		}
	}
	for _, imp := range m.Pass.Pkg.Imports() {
		s := m.imported[imp.Path()]
		if s == nil {
			continue
		}
		for _, name := range sortedKeys(s.Funcs) {
			for _, o := range s.Funcs[name].Ops {
				if o.Kind == Acquire && !o.Session && o.Key != nil && fixed(o.Key) {
					out = append(out, o)
				}
			}
		}
	}
	return out
}

func fixed(k *origin.Value) bool { return k.Kind == origin.Const || k.Kind == origin.Format }

// readBefore reports whether the function read the record before it ended it:
// check-then-delete.
func (m *Model) readBefore(e *Op) bool {
	if e.Key == nil || e.instr == nil {
		return false
	}
	for _, o := range m.eventsOf(e.fn) {
		if o.Kind != Read || o.Key == nil || o.instr == nil || o.Store != e.Store {
			continue
		}
		if m.sameKey(o.Key, e.Key) != origin.Strong {
			continue
		}
		if o.instr.Block() == e.instr.Block() || o.instr.Block().Dominates(e.instr.Block()) {
			return true
		}
	}
	return false
}

// sortedKeys is the keys in one order: facts must be read the same everywhere.
func sortedKeys[V any](mp map[string]V) []string { return slices.Sorted(maps.Keys(mp)) }

// LocksOf lists the acquires of the record that a suspect ends: those of the same
// function, or else the one that is the evidence.
func (m *Model) LocksOf(s Suspect) (locks []*Op) {
	for _, fn := range m.fns {
		if s.Op.fn == nil || outermost(fn) != outermost(s.Op.fn) {
			continue
		}
		for _, a := range m.eventsOf(fn) {
			if a.Kind == Acquire && a.Store == s.Op.Store && a.Key != nil && s.Op.Key != nil && m.sameKey(a.Key, s.Op.Key) == origin.Strong {
				locks = append(locks, a)
			}
		}
	}
	if len(locks) == 0 && s.Lock != nil {
		locks = append(locks, s.Lock)
	}
	return locks
}
