package lease

import (
	"go/token"
	"sort"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// Refusal is a conditional write whose outcome nobody acts on.
type Refusal struct {
	Op  *Op
	Use Use
	// Follows is what relies on the write, for conditions that are harmless
	// by themselves.
	Follows ssa.Instruction
	// Write is where the write itself stands when it is in a callee, as far as
	// that is known.
	Write token.Pos
	// Raised is true for a write whose refusal is an error, which is thrown away.
	Raised bool

	pos token.Pos
}

// Pos is where the finding stands: at the call, or where a builder chain over
// several lines begins.
func (r Refusal) Pos() token.Pos { return r.pos }

// Refusals lists the conditional writes of the package whose outcome is dropped
// or only logged, in source order.
func (m *Model) Refusals() []Refusal {
	var out []Refusal
	seen := map[token.Pos]bool{}
	for _, r := range m.refusals {
		if seen[r.Op.pos] || m.versionIsKey(r.Op) || m.noticed(r.Op) || m.readsBack(r.Op) {
			continue
		}
		seen[r.Op.pos] = true
		out = append(out, r)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Op.pos < out[j].Op.pos })
	return out
}

// rowLocked reports whether the function locked the row before in the same
// transaction: the condition then holds by construction.
func (m *Model) rowLocked(fn *ssa.Function, o *Op) bool {
	for f := fn; f != nil; f = f.Parent() {
		for _, e := range m.eventsOf(f) {
			if e != o && e.stmt != nil && e.stmt.ForUpdate {
				return true
			}
		}
	}
	return o.stmt != nil && o.stmt.ForUpdate && o.stmt.Verb == sqlstmt.Select
}

// versionIsKey reports whether a compared version that the statement does not
// set names the row: the package also reads single versions of the table, or
// inserts by it.
func (m *Model) versionIsKey(o *Op) bool {
	if o.Cond != CondFence || o.stmt == nil || o.stmt.Table == "" || sets(o.stmt, o.Column) {
		return false
	}
	for _, fn := range m.fns {
		for _, e := range m.direct[fn] {
			st := e.stmt
			if st == nil || st.Table != o.stmt.Table {
				continue
			}
			if st.Verb == sqlstmt.Insert && st.Conflict != nil {
				for _, t := range st.Conflict.Target {
					if t == o.Column {
						return true
					}
				}
			}
			for _, p := range st.Where {
				if st.Verb == sqlstmt.Select && p.Column == o.Column && p.Op == "=" && p.Value.Kind == sqlstmt.Placeholder {
					return true
				}
			}
		}
	}
	return false
}

func sets(st *sqlstmt.Statement, col string) bool {
	for _, a := range st.Set {
		if a.Column == col {
			return true
		}
	}
	return false
}

// noticed reports whether a heartbeat may miss because the loss is seen
// elsewhere: a function of the package beats and also makes another write under
// the same claim, whose outcome counts.
func (m *Model) noticed(o *Op) bool {
	if o.Cond != CondOwner || o.stmt == nil || !heartbeat(o) {
		return false
	}
	for _, fn := range m.fns {
		beats, looks := false, false
		for _, e := range m.eventsOf(fn) {
			at := e
			if e.site != nil {
				at = e.site
			}
			if at == o {
				beats = true
			} else if at.stmt != nil && at.Cond == CondOwner && at.Column == o.Column && at.stmt.Table == o.stmt.Table && !heartbeat(at) {
				looks = looks || at.row != nil && m.OutcomeOf(at) == Inspected
			}
		}
		if beats && looks {
			return true
		}
	}
	return false
}

// readsBack reports whether a claim is followed by a read that asks for the
// rows of the claimant: that is how some programs learn what they got.
func (m *Model) readsBack(o *Op) bool {
	v, ok := o.instr.(*ssa.Call)
	if !ok || o.stmt == nil || o.Cond != CondOwner && o.Cond != CondClaim {
		return false
	}
	found := false
	assumeSuccess(v).reach(v, func(in ssa.Instruction) bool {
		if ci, ok := in.(ssa.CallInstruction); ok {
			for _, e := range m.callOp[ci] {
				if e.stmt == nil || e.stmt.Verb != sqlstmt.Select || e.stmt.Table != o.stmt.Table {
					continue
				}
				for _, p := range e.stmt.Where {
					if sets(o.stmt, p.Column) && (ownerColumn(p.Column) || claimColumn(p.Column) || workerColumn(p.Column)) {
						found = true
					}
				}
			}
		}
		return !found
	})
	return found
}
