package lease

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// plainlyTaken finds the write by which a lock object makes its record where that is
// no request for absence: Put in Lock and Delete in Unlock of one type. Such a lock
// excludes nobody, and its release ends whoever wrote last. Only a type that is named
// for locks and whose two ends have no other names counts: LockAccount and UnlockAccount
// set and clear a mark.
func (m *Model) plainlyTaken(e *Op) *Op {
	if e.Kind != End || e.fn == nil || e.Depth > 0 || e.Key == nil {
		return nil
	}
	switch e.Store {
	case catalog.Redis, catalog.Memcached, catalog.Etcd, catalog.Consul, catalog.NATS, catalog.Objects, catalog.Plugins:
	default:
		return nil
	}
	fe := outermost(e.fn)
	on := recvType(fe)
	if !lockishName(on) || !bareEnd(fe, "unlock", "release") {
		return nil
	}
	for _, fn := range m.fns {
		if f := outermost(fn); recvType(f) != on || !bareEnd(f, "lock", "trylock", "acquire", "tryacquire", "obtain") {
			continue
		}
		ops := m.eventsOf(fn)
		if slices.ContainsFunc(ops, func(o *Op) bool { return o.Kind == Acquire }) {
			continue // what is put there is written under the lock
		}
		for _, w := range ops {
			if w.Kind != Write || w.Store != e.Store || w.Key == nil {
				continue
			}
			switch m.sameKey(w.Key, e.Key) {
			case origin.Strong:
				return w
			case origin.Weak: // Lock(name) and Unlock(name)
				if w.Key.Kind == origin.Param && e.Key.Kind == origin.Param && w.Key.Name() == e.Key.Name() {
					return w
				}
			}
		}
	}
	return nil
}

// bareEnd reports whether a function has one of the names, in any form of them.
func bareEnd(fn *ssa.Function, names ...string) bool {
	return slices.Contains(names, plain(fn.Name()))
}
