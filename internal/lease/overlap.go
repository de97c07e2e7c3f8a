package lease

import "github.com/leasevet/leasevet/internal/origin"

// overlaps reports whether two acquisitions of one process can be under way for
// one lock: the lock is named by whoever calls, so that anybody may. An elector
// that campaigns for one fixed key, or for the key that it was made for, is alone
// in its process.
func (m *Model) overlaps(a *Op, key *origin.Value) bool {
	open := false
	origin.Walk(key, func(v *origin.Value) bool {
		if v.Kind == origin.Param && (v.Index > 0 || v.Fn() == nil || v.Fn().Signature.Recv() == nil) {
			open = true
		}
		return !open
	})
	return open
}
