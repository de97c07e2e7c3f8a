package lease

import (
	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// batchUse is the use of the outcome of a queued statement: that of the results
// of the batch, unless the statement was given a function of its own. A batch
// that somebody else sends is silent: its results are not in sight.
func (m *Model) batchUse(c call) Use {
	if v := c.value(); v != nil {
		for _, r := range *v.Referrers() {
			if ci, ok := r.(ssa.CallInstruction); ok {
				if row := newCall(ci).row(); row != nil && row.Link == "callback" {
					return Inspected
				}
			}
		}
	}
	best, sent := Dropped, false
	for _, send := range m.sends(c.instr.Parent(), m.base(c.recv)) {
		sent = true
		if u := m.resultsUse(send); u > best {
			best = u
		}
	}
	if !sent {
		return Inspected
	}
	return best
}

// base looks through captures to the variable or value that is the batch.
func (m *Model) base(v ssa.Value) ssa.Value {
	for hops := 0; hops < 8; hops++ {
		switch x := v.(type) {
		case *ssa.FreeVar:
			v = origin.Binding(x)
		case *ssa.UnOp:
			if a, ok := x.X.(*ssa.Alloc); ok {
				return a
			}
			if fv, ok := x.X.(*ssa.FreeVar); ok {
				v = fv
				continue
			}
			return x
		case *ssa.MakeInterface:
			v = x.X
		default:
			return v
		}
	}
	return v
}

// sends are the calls that send the batch, in the function or around it.
func (m *Model) sends(fn *ssa.Function, batch ssa.Value) []call {
	if batch == nil {
		return nil
	}
	var out []call
	var look func(f *ssa.Function)
	look = func(f *ssa.Function) {
		calls(f, func(c call) bool {
			if row := c.row(); row != nil && row.Role == catalog.PipeRun {
				for _, a := range append(recvArgs(c), c.args...) {
					if m.base(a) == batch {
						out = append(out, c)
						break
					}
				}
			}
			return true
		})
		for _, a := range f.AnonFuncs {
			look(a)
		}
	}
	look(outermost(fn))
	return out
}

// resultsUse follows what SendBatch returns: each Exec() of it gives one tag.
func (m *Model) resultsUse(send call) Use {
	best := Dropped
	for _, v := range outcomeValues(send, send.row()) {
		if u := m.batchResults(v, 0); u > best {
			best = u
		}
	}
	return best
}

func (m *Model) batchResults(v ssa.Value, depth int) Use {
	if v.Referrers() == nil || depth > 6 {
		return Inspected
	}
	best := Dropped
	for _, r := range *v.Referrers() {
		u := Dropped
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if a, ok := r.Addr.(*ssa.Alloc); ok && r.Val == v {
				u = m.batchLoads(a, depth)
			} else {
				u = Inspected
			}
		case *ssa.MakeClosure:
			if fv := origin.Captured(r, v); fv != nil {
				u = max(u, m.batchResults(fv, depth+1))
			}
		case *ssa.UnOp, *ssa.Phi, *ssa.ChangeInterface, *ssa.MakeInterface:
			u = m.batchResults(r.(ssa.Value), depth+1)
		case ssa.CallInstruction:
			u = m.batchCall(v, newCall(r))
		default:
			u = Inspected
		}
		best = max(best, u)
	}
	return best
}

func (m *Model) batchLoads(a *ssa.Alloc, depth int) Use {
	best := Dropped
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp:
			best = max(best, m.batchResults(r, depth+1))
		case *ssa.MakeClosure:
			if fv := origin.Captured(r, a); fv != nil {
				best = max(best, m.batchResults(fv, depth+1))
			}
		}
	}
	return best
}

func (m *Model) batchCall(v ssa.Value, c call) Use {
	if c.recv != v {
		return Inspected // handed to somebody else
	}
	row := c.row()
	if row == nil || row.Role != catalog.Result {
		return Dropped // Close
	}
	best := Dropped
	for _, x := range outcomeValues(c, row) {
		best = max(best, m.follow(x, map[ssa.Value]bool{}, 0))
	}
	return best
}
