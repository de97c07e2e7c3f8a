package lease

import (
	"slices"
	"strings"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/sqlstmt"
	"golang.org/x/tools/go/ssa"
)

// findOutcomes judges every conditional write of the package once the summaries
// stand, callees first: what is dropped here, what is handed to the callers as a
// result, and what they cannot see.
func (m *Model) findOutcomes() {
	m.judged = map[*ssa.Function]bool{}
	for _, fn := range m.fns {
		m.judge(fn)
	}
}

func (m *Model) judge(fn *ssa.Function) {
	s := m.sums[fn]
	if s == nil || m.judged[fn] {
		return
	}
	m.judged[fn] = true // recursion is cut: a function in the making tells nothing
	own := map[ssa.CallInstruction]bool{}
	for _, o := range m.direct[fn] {
		own[o.instr] = true
		m.raised(fn, s, o)
		if o.row == nil {
			continue
		}
		m.settle(fn, s, o, m.OutcomeOf(o), outcomeValues(o.call, o.row))
	}
	calls(fn, func(c call) bool {
		if own[c.instr] || c.row() != nil {
			return true
		}
		for _, t := range m.callees(c) {
			if t.fn != nil {
				m.judge(t.fn)
			}
			if o := t.sum.OutcomeOp; o != nil {
				m.settle(fn, s, m.instantiate(o, c, t, false), m.resultUse(c, t.sum.Outcome), c.results(t.sum.Outcome))
			}
			if o := t.sum.Raised; o != nil {
				m.raised(fn, s, m.instantiate(o, c, t, false))
			}
			for _, o := range t.sum.Unseen {
				n := m.instantiate(o, c, t, false)
				n.hidden = true
				m.settle(fn, s, n, Dropped, nil)
			}
			m.judgeText(fn, s, c, t)
		}
		m.dropsTxn(fn, s, c)
		return true
	})
	if s.Txn = m.txnReply(fn); s.Txn != nil && s.Txn.Conds >= 0 {
		s.Outcome, s.OutcomeOp = -1, nil // conditional for those who give conditions
	}
	for _, a := range fn.AnonFuncs {
		if as := m.sums[a]; as != nil && m.runs(fn, a) {
			m.judge(a)
			for _, o := range as.Unseen {
				s.hide(o)
			}
		}
	}
}

// resultUse is the use of one result of a call.
func (m *Model) resultUse(c call, i int) Use {
	if c.value() == nil {
		return Dropped // go and defer statements drop every result
	}
	best := Dropped
	for _, v := range c.results(i) {
		if u := m.follow(v, map[ssa.Value]bool{}, 0); u > best {
			best = u
		}
	}
	return best
}

// settle decides about one conditional write at one call of fn.
func (m *Model) settle(fn *ssa.Function, s *Summary, o *Op, use Use, vs []ssa.Value) {
	if !m.tellable(o, use) {
		return
	}
	if use == Inspected {
		if s.OutcomeOp == nil && len(vs) > 0 {
			c := m.carried(vs)
			if i := c.result(fn); i >= 0 && !(o.Cond == CondClaim && len(c.ifs) > 0 && m.writesMore(fn, o)) {
				s.Outcome, s.OutcomeOp = i, o
			}
		}
		return
	}
	if m.rowLocked(fn, o) || o.Cond == CondGuard && givesBack(fn) {
		return
	}
	r := Refusal{Op: o, Use: use}
	if o.hidden || o.Cond == CondClaim || o.Cond == CondGuard {
		if r.Follows = m.reliesOn(o); r.Follows == nil {
			if (o.Depth == 0 || m.thin(fn)) && !m.marksDone(fn, o) {
				s.hide(o) // harmless here; the callers may rely on it
			}
			return
		}
	}
	if m.generated(o.pos) {
		s.hide(o) // hosts drop findings in generated code: the callers are told as well
	}
	r.pos, r.Write = m.start(o), m.writeOf(o)
	m.refusals = append(m.refusals, r)
}

// marksDone reports whether a claim only notes when something was done that the
// function has just done: SET built_at = now() … built_at IS NULL, after build(ctx, d).
// No row means that it was noted before, and nothing that follows was claimed.
func (m *Model) marksDone(fn *ssa.Function, o *Op) bool {
	if o.Cond != CondClaim || o.Depth > 0 || o.stmt == nil {
		return false
	}
	noted := slices.ContainsFunc(o.stmt.Where, func(p sqlstmt.Predicate) bool {
		return p.Op == "IS NULL" && slices.ContainsFunc(o.stmt.Set, func(a sqlstmt.Assign) bool {
			return a.Column == p.Column && a.Value.Kind == sqlstmt.Now
		})
	})
	if !noted {
		return false
	}
	done := false
	calls(fn, func(c call) bool {
		done = c.static != nil && len(c.static.Blocks) > 0 && takesContext(c) && c.common.Signature().Results().Len() == 1 && answers(c) &&
			c.pos() < o.pos && reachesBlock(c.instr.Block(), o.instr.Block())
		return !done
	})
	return done
}

// writesMore reports whether fn itself does what follows its claim: the loser is
// turned away inside, and the bool only tells.
func (m *Model) writesMore(fn *ssa.Function, o *Op) bool {
	for _, e := range m.eventsOf(fn) {
		if e.instr != o.instr && e.Kind == Write {
			return true
		}
	}
	return false
}

// thin reports whether fn does little more than to hand a call on: what its
// callee does, it does. Elsewhere, as in the clean-up after a failure, a write
// two calls away is not what the caller goes by.
func (m *Model) thin(fn *ssa.Function) bool {
	writes := 0
	for _, e := range m.eventsOf(fn) {
		if e.Kind == Write {
			writes++
		}
	}
	return writes <= 1 && len(fn.Blocks) <= 6
}

func (s *Summary) hide(o *Op) {
	if len(s.Unseen) < 8 && o.Depth < 3 {
		s.Unseen = append(s.Unseen, o)
	}
}

// scripted reports whether an extension is made by a script that compares the owner.
func (o *Op) scripted() bool {
	return o.Compares && o.Store == catalog.Redis && strings.HasPrefix(o.API, "script ")
}

// tellable reports whether the outcome of an operation is one that somebody has
// to look at.
func (m *Model) tellable(o *Op, use Use) bool {
	if o.Kind == Extend && o.LockAPI && o.Cond == NoCond && saysBool(o) {
		// Mutex.Extend answers by a bool. In a loop the renewals' own analyzer speaks.
		o.Cond = CondOwner
	}
	if o.Kind == Extend && o.Cond == NoCond && o.scripted() {
		// What a script answers is for its function to read: a no may well be an
		// error of the client's. What that function made of it, its callers drop.
		if o.Depth == 0 && use != Inspected {
			return false
		}
		o.Cond = CondOwner
	}
	if o.Kind == Extend && o.Depth > 0 && m.inRenewal(o.fn, o.instr) {
		return false // the renewals' own analyzer speaks
	}
	if o.Cond == NoCond || o.Kind != Write && o.Kind != Extend && (o.Kind != Acquire || o.Cond != CondCAS || o.Lockish) {
		return false // the outcome of a release is nobody's loss; an acquire's is another analyzer's
	}
	if o.Cond == CondOwner && o.row != nil && m.inRenewal(o.fn, o.instr) && heartbeat(o) {
		return false
	}
	if o.call.name() == "BulkWrite" {
		return false // the models inside are not read: they may have no condition
	}
	if o.Raises {
		// A refusal is an error of Scan, Decode or Err: somebody has to ask for it.
		v := o.call.value()
		return use == Dropped && o.row != nil && v != nil && !isError(v.Type()) && unasked(v)
	}
	return true
}
