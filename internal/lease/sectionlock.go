package lease

import (
	"go/types"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/pattern"
	"golang.org/x/tools/go/ssa"
)

// LockEvidence reports whether an acquire is certainly a lock's, for analyzers
// that look at what runs under it: a lock API, or a key that is ended or
// extended somewhere in sight, or named for a lock.
func (m *Model) LockEvidence(a *Op) bool {
	if a.LockAPI {
		return true
	}
	if a.Kind != Acquire {
		return false
	}
	if a.House {
		return a.lent || m.houseReleased(a)
	}
	for _, name := range []string{a.Via, funcName(a.fn)} {
		if acquireWord.MatchString(name) && m.ownerToken(a.Token) {
			return true
		}
	}
	if m.handedToRelease(a) {
		return true
	}
	for x := a.from; x != nil; x = x.from {
		if x.Evident {
			return true // the callee's own package knows both ends
		}
		if x.instr != nil && x.Kind == Acquire {
			return m.LockEvidence(x)
		}
	}
	if a.Store == catalog.Etcd && a.TTL.Known && !a.TTL.None && m.ownerToken(a.Token) {
		return true // a node of an owner that ends with its lease
	}
	if a.Key == nil {
		return false
	}
	// A record that nobody ends or extends in sight is a marker: done once, or
	// once in a while. Its TTL alone makes no section.
	for _, fn := range m.fns {
		for _, e := range m.eventsOf(fn) {
			if m.endsKey(e, a) {
				return true
			}
		}
	}
	for _, imp := range m.Pass.Pkg.Imports() {
		if s := m.imported[imp.Path()]; s != nil {
			for _, name := range sortedKeys(s.Funcs) {
				for _, e := range s.Funcs[name].Ops {
					if m.endsKey(e, a) {
						return true
					}
				}
			}
		}
	}
	return false
}

// handedToRelease reports whether what was acquired is later given to a function
// that says it releases: release(item).
func (m *Model) handedToRelease(a *Op) bool {
	if a.fn == nil || a.Depth > 0 {
		return false
	}
	found := false
	calls(a.fn, func(c call) bool {
		if !releaseWord.MatchString(c.name()) {
			return true
		}
		for _, x := range c.args {
			if _, ok := x.Type().Underlying().(*types.Pointer); ok && contains(a.call.args, x) {
				found = true
			}
		}
		return !found
	})
	return found
}

var releaseWord = pattern.New(`(?i)^(release|unlock|free|giveback)`)

func (m *Model) endsKey(e, a *Op) bool {
	return (e.Kind == End || e.Kind == Extend) && e.Store == a.Store && e.Key != nil && m.sameKey(a.Key, e.Key) == origin.Strong
}

var acquireWord = pattern.New(`(?i)^(try)?_?(acquire|obtain|hold|take|grab|claim)`)

func funcName(fn *ssa.Function) string {
	if fn == nil {
		return ""
	}
	return outermost(fn).Name()
}
