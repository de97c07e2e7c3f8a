package lease

import (
	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
)

// A watcher is a handle without a context that renews until its Stop: Vault's
// LifetimeWatcher.

// handleStopped reports whether a watcher's handle is stopped somewhere, or goes
// where that cannot be seen: kept in a field, returned, passed on.
func (m *Model) handleStopped(v ssa.Value) bool {
	made := m.madeBy(v, 0)
	if made == nil {
		return true
	}
	c := newCall(made)
	for i := range made.Call.Signature().Results().Len() {
		for _, r := range c.results(i) {
			if !isError(r.Type()) && m.stoppedValue(r, 0) {
				return true
			}
		}
	}
	return false
}

func (m *Model) stoppedValue(v ssa.Value, depth int) bool {
	if depth > 4 || v.Referrers() == nil {
		return true
	}
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case ssa.CallInstruction:
			c := newCall(ref)
			if c.recv != v || releaseName(c.name()) {
				return true
			}
		case *ssa.DebugRef, *ssa.BinOp:
		case *ssa.Store:
			a, ok := ref.Addr.(*ssa.Alloc)
			if !ok || ref.Val != v {
				return true
			}
			for _, use := range *a.Referrers() {
				switch use := use.(type) {
				case *ssa.Store, *ssa.DebugRef:
				case *ssa.UnOp:
					if m.stoppedValue(use, depth+1) {
						return true
					}
				case *ssa.MakeClosure:
					if fv := origin.Captured(use, a); fv != nil {
						for _, in := range *fv.Referrers() {
							if u, ok := in.(*ssa.UnOp); !ok || m.stoppedValue(u, depth+1) {
								return true
							}
						}
					}
				default:
					return true
				}
			}
		default:
			return true
		}
	}
	return false
}
