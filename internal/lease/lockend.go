package lease

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// findLocks marks the acquires that are a lock's: their record is ended or
// extended in sight, and names or owners say that a lock is meant. What is set
// if absent and then left to expire is a marker (done once, or once in a
// while), and nobody asks whose it is.
func (m *Model) findLocks() {
	ends := map[catalog.Store][]*Op{}
	for _, fn := range m.fns {
		for _, e := range m.eventsOf(fn) {
			if (e.Kind == End || e.Kind == Extend) && e.Key != nil {
				ends[e.Store] = append(ends[e.Store], e)
			}
		}
	}
	for _, fn := range m.fns {
		for _, a := range m.eventsOf(fn) {
			if takesLock(a) && (a.LockAPI || m.endOf(a, ends[a.Store]) != nil || m.pairedMethod(a)) {
				a.Ended = true
			}
		}
	}
}

// takesLock reports whether an operation acquires, or did so in the callee that
// it comes from and was released there.
func takesLock(o *Op) bool {
	return !o.Session && (o.Kind == Acquire || o.Kind == NoKind && o.site != nil && o.site.Kind == Acquire)
}

// endOf is the operation that ends or extends the record of an acquire, nil when
// there is none or nothing says that the record is a lock's.
func (m *Model) endOf(a *Op, ends []*Op) *Op {
	if a.Key == nil {
		return nil
	}
	for _, e := range ends {
		if e.instr != nil && e.instr == a.instr || a.Below && !e.Below || m.otherRecord(a.about, e.about) {
			continue
		}
		switch m.sameKey(ofList(a.Key, e.Key), ofList(e.Key, a.Key)) {
		case origin.Strong:
			if !m.pairedCallees(a, e) && (!m.isLock(a, e) || anyRecord(e.Key) && !endsOf(a, e)) {
				continue
			}
		case origin.Weak:
			if !m.pairOf(a, e) && !sameLockType(a, e) || !bareKey(ofList(a.Key, e.Key)) || !bareKey(ofList(e.Key, a.Key)) {
				continue
			}
		default:
			continue
		}
		if !m.undoes(e, a) {
			return e
		}
	}
	return nil
}

// undoes reports whether an operation only gives a claim back because what it was
// made for has failed: on success the record is kept, as a mark that it is done.
func (m *Model) undoes(e, a *Op) bool {
	for x := e; x != nil && x.fn != nil; x = x.from {
		if m.rollback(x, a) || m.endsOnFailure(x) {
			return true
		}
	}
	return false
}

// endsOnFailure reports whether an operation ends a record in a function of the
// package that is called only where something has failed, while nothing ends the
// record on success.
func (m *Model) endsOnFailure(e *Op) bool {
	if e.Kind != End || e.Key == nil || !m.calledOnErrors(e) {
		return false
	}
	for _, fn := range m.fns {
		for _, o := range m.direct[fn] {
			if o.Kind == End && o.Store == e.Store && o.Key != nil && outermost(o.fn) != outermost(e.fn) &&
				m.sameKey(o.Key, e.Key) == origin.Strong && !onErrorPath(o.instr) && !m.calledOnErrors(o) {
				return false
			}
		}
	}
	return true
}

func (m *Model) calledOnErrors(e *Op) bool {
	f := outermost(e.fn)
	obj, ok := f.Object().(*types.Func)
	if !ok || obj.Exported() {
		return false // others may call it as they like
	}
	sites := m.callSites(f)
	for _, s := range sites {
		if !onErrorPath(s) {
			return false
		}
	}
	return len(sites) > 0
}

// callSites are the static calls of a function in its package.
func (m *Model) callSites(f *ssa.Function) []ssa.CallInstruction {
	if m.sites == nil {
		m.sites = map[*ssa.Function][]ssa.CallInstruction{}
		for _, fn := range m.fns {
			calls(fn, func(c call) bool {
				if c.static != nil {
					m.sites[c.static] = append(m.sites[c.static], c.instr)
				}
				return true
			})
		}
	}
	return m.sites[f]
}

// pairedCallees reports whether two calls reach their requests through functions
// that are named as the two ends of a lock.
func (m *Model) pairedCallees(a, e *Op) bool {
	return a.Via != "" && e.Via != "" && pairNames(a.Via, e.Via)
}

// sameLockType reports whether both ends are methods of one type that is named
// for a lock, and the end compares the owner or says that it releases: Set and
// Release of a RedisLock.
func sameLockType(a, e *Op) bool {
	if a.fn == nil || e.fn == nil || a.Depth > 3 || e.Depth > 3 {
		return false
	}
	fe := outermost(e.fn)
	t := recvType(outermost(a.fn))
	return t != "" && t == recvType(fe) && lockishName(t) && (e.Compares || releaseWord.MatchString(fe.Name()))
}

// pairedMethod reports whether the function of an acquire has a counterpart that
// is named as the other end, and both are a lock's by more than these names: a
// key, a type or an owner says so too. What the counterpart sends may be out of
// sight, behind a wrapper that is handed a script.
func (m *Model) pairedMethod(a *Op) bool {
	if a.fn == nil || a.Depth > 1 || a.Kind != Acquire {
		return false
	}
	f := outermost(a.fn)
	t := recvType(f)
	if !lockishName(t) && !(a.Lockish && lockishName(f.Name())) || !m.ownerToken(a.Token) && !a.Lockish {
		return false
	}
	for _, g := range m.fns {
		if g != f && g.Parent() == nil && recvType(g) == t && pairNames(f.Name(), g.Name()) {
			return true
		}
	}
	return false
}

// ofList lets a list of keys stand for its elements where the other end has the
// list: Lock takes keys one by one, Unlock deletes them all.
func ofList(v, other *origin.Value) *origin.Value {
	if v.Kind == origin.Elem && other.Kind != origin.Elem && len(v.Parts) == 1 && v.Parts[0] != nil {
		return v.Parts[0]
	}
	return v
}

// lockEvidence reports whether an acquire is certainly a lock's, judged here or
// in the package that makes the request.
func (o *Op) lockEvidence() bool {
	for x := o; x != nil; x = x.from {
		if x.LockAPI || x.Ended {
			return true
		}
	}
	return false
}
