package lease

import (
	"go/token"
	"sort"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// LifetimeFault says what is wrong with the TTL that an acquire gives its record.
type LifetimeFault uint8

const (
	NoLifetimeFault LifetimeFault = iota
	NoTTL                         // the record never ends by itself
	TTLApart                      // the TTL is set by a request of its own
	WrongUnit                     // the TTL counts what the storage does not
)

// Lifetime is an acquire (or a renewal, for WrongUnit) with a faulty TTL.
type Lifetime struct {
	Op *Op
	// Pos is the place of the request, or of the part of it that lacks the TTL.
	Pos   token.Pos
	Fault LifetimeFault
	// Expire is the request that sets the TTL later, for TTLApart.
	Expire *Op
	// Counts and Wants are the units, in words, and Number the constant that was
	// given, "" for none: for WrongUnit.
	Counts, Wants, Number string
}

// Lifetimes lists the faulty TTLs of lock records, in source order, each where
// the TTL is known: at the request, or at the call that gives it.
func (m *Model) Lifetimes() []Lifetime {
	f := &lifetimes{m: m, at: map[token.Pos]bool{}, judged: map[*Op]bool{}}
	for _, o := range m.shallowFirst() {
		if f.below(o) {
			continue
		}
		if l := f.judge(o); l.Fault != NoLifetimeFault {
			f.judged[o] = true
			if l.Pos = l.Op.pos; l.Op.inner.IsValid() && l.Op.Depth == 0 {
				l.Pos = l.Op.inner
			}
			if !f.at[l.Pos] {
				f.at[l.Pos] = true
				f.out = append(f.out, l)
			}
		}
	}
	sort.SliceStable(f.out, func(i, j int) bool { return f.out[i].Pos < f.out[j].Pos })
	return f.out
}

type lifetimes struct {
	m      *Model
	at     map[token.Pos]bool
	judged map[*Op]bool
	out    []Lifetime
}

// shallowFirst are the acquires and renewals of locks, nearest to their requests
// first.
func (m *Model) shallowFirst() []*Op {
	var out []*Op
	for _, fn := range m.fns {
		for _, o := range m.eventsOf(fn) {
			if o.Session || o.Depth == 0 && o.Generated {
				continue
			}
			if takesLock(o) && o.lockEvidence() || o.Kind == Extend && (o.LockAPI || o.Compares) {
				out = append(out, o)
			}
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Depth < out[j].Depth })
	return out
}

// below reports whether the TTL was judged in a callee.
func (f *lifetimes) below(o *Op) bool {
	for x := o.from; x != nil; x = x.from {
		if f.judged[x] || x.fn == nil && x.lockEvidence() && (unendingTTL(x) || unitMistake(x.TTL) != noDimension) {
			return true
		}
	}
	return false
}

func (f *lifetimes) judge(o *Op) Lifetime {
	if d := unitMistake(o.TTL); d != noDimension && trustedUnit(o) {
		return Lifetime{Op: o, Fault: WrongUnit, Counts: d.String(), Wants: wanted(o.TTL.Unit).String(), Number: number(o.TTL)}
	}
	if !takesLock(o) || !unendingTTL(o) || f.m.endsOtherwise(o) {
		return Lifetime{}
	}
	// The request that lacks a TTL is where the fault stands, even when only a
	// caller's key or owner shows that it is a lock's.
	at := o
	for x := o.from; x != nil && x.fn != nil && unendingTTL(x); x = x.from {
		at = x
	}
	e, atomic := f.m.expiredNext(at)
	switch {
	case atomic:
		return Lifetime{}
	case e != nil:
		return Lifetime{Op: at, Fault: TTLApart, Expire: e}
	}
	return Lifetime{Op: at, Fault: NoTTL}
}

// unendingTTL reports whether a record certainly lives until it is deleted.
func unendingTTL(o *Op) bool {
	if !o.TTL.Known || !o.TTL.None {
		return false
	}
	switch o.Store {
	case catalog.Redis, catalog.Memcached, catalog.Etcd, catalog.SQL, catalog.Mongo, catalog.Plugins:
		return true
	}
	return false
}

// trustedUnit reports whether the unit is that of a known client. An in-house
// SetNX of the same form may count otherwise.
func trustedUnit(o *Op) bool {
	for x := o; x != nil; x = x.from {
		if x.call.fn != nil && x.row != nil && x.row.Role != catalog.Command && x.row.Role != catalog.Script && x.row.Role != catalog.RunScript {
			return catalog.Lookup(x.call.fn) != nil
		}
	}
	return true
}

// expiredNext finds the request of the same function, or of the same call, that
// gives the record its TTL afterwards. atomic is true when both are sent as one:
// in a pipeline, a transaction or a script.
func (m *Model) expiredNext(a *Op) (e *Op, atomic bool) {
	if a.Key == nil || a.fn == nil {
		return nil, false
	}
	for f := a.fn; f != nil; f = f.Parent() {
		for _, x := range m.eventsOf(f) {
			if x == a || x.Kind != Extend || x.Store != a.Store || x.Key == nil || x.Compares && x.instr == a.instr {
				continue
			}
			if x.instr == a.instr && x.Depth == 0 {
				return nil, true // one script, or one DoMulti
			}
			if m.sameKey(a.Key, x.Key) == origin.Different && a.Key.SSA() != x.Key.SSA() || m.sameKey(a.Key, x.Key) == origin.Weak && !sameValue(a.Key, x.Key) {
				continue
			}
			if queued(a) && queued(x) {
				return nil, true
			}
			if x.instr == a.instr || f != a.fn || m.comesAfter(x, a) {
				return x, false
			}
		}
	}
	return nil, false
}

// firstTTL reports whether a renewal is the second half of an acquire: the EXPIRE
// that a winner sends after SETNX. What is wrong with it is that it is a request
// of its own, and not that it compares no owner. Behind no branch, losers send
// it too, and extend what is another's.
func (m *Model) firstTTL(e *Op) bool {
	if e.Kind != Extend || e.fn == nil || e.instr == nil {
		return false
	}
	for _, a := range m.eventsOf(e.fn) {
		if a.Kind != Acquire || !unendingTTL(a) || a.instr == e.instr || a.instr.Block() == e.instr.Block() || !a.instr.Block().Dominates(e.instr.Block()) {
			continue
		}
		if x, atomic := m.expiredNext(a); x == e && !atomic {
			return true
		}
	}
	return false
}

// queued reports whether a request is only put into a pipeline.
func queued(o *Op) bool {
	if o.row != nil && o.row.Link == "queued" {
		return true
	}
	return o.call.recv != nil && (named(o.call.recv.Type()) == "Pipeliner" || named(o.call.recv.Type()) == "Pipeline")
}

// comesAfter reports whether x can run after a in their function.
func (m *Model) comesAfter(x, a *Op) bool {
	v, ok := a.instr.(*ssa.Call)
	if !ok {
		return false
	}
	found := false
	assumeSuccess(v).reach(v, func(in ssa.Instruction) bool {
		found = found || in == x.instr
		return !found
	})
	return found
}
