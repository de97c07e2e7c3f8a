package lease

import (
	"sort"

	"golang.org/x/tools/go/ssa"
)

// summary computes what a function does, callees first. Recursion is cut: a
// function that is being summarised has an empty summary.
func (m *Model) summary(fn *ssa.Function) *Summary {
	if s, ok := m.sums[fn]; ok {
		return s
	}
	if m.busy[fn] || len(fn.Blocks) == 0 {
		return nil
	}
	m.busy[fn] = true
	defer delete(m.busy, fn)

	s := &Summary{Releaser: -1, Outcome: -1}
	events := m.eventsOf(fn)
	for _, e := range events {
		if e.Kind == NoKind || e.Depth >= maxDepth {
			continue
		}
		if e.Kind == Read && (e.Depth > 2 || e.Key == nil) {
			continue // far reads say nothing of what is written
		}
		m.markLooped(e)
		s.Ops = append(s.Ops, e)
	}
	// What closures do that the function runs is done by the function.
	for _, a := range fn.AnonFuncs {
		if m.runs(fn, a) {
			if as := m.summary(a); as != nil {
				for _, o := range as.Ops {
					if o.Kind != Read {
						s.Ops = append(s.Ops, m.loopedIn(fn, a, o))
					}
				}
			}
		}
	}
	s.Ops = trim(s.Ops)
	m.markAfterEnd(fn, s.Ops)
	m.markUnless(fn, s.Ops)
	s.Forward = m.forwards(fn)
	m.sums[fn] = s
	s.Results = m.res.Results(fn)
	m.findHolds(fn, s)
	m.findUnder(fn, s)
	m.findInspects(fn, s)
	s.Text = m.textRun(fn)
	s.Renews = m.renewalLoop(fn)
	s.Starts = m.findStarts(fn)
	return s
}

// trim keeps the operations that matter most to callers when there are many:
// those on locks first, then guarded and unguarded writes, nearest first, one
// of each kind.
func trim(ops []*Op) []*Op {
	type id struct {
		k    Kind
		api  string
		key  string
		g    Guard
		comp bool
	}
	seen := map[id]int{}
	var out []*Op
	for _, o := range ops {
		i := id{o.Kind, o.API, o.Key.String(), o.Guard, o.Compares}
		if at, dup := seen[i]; dup {
			if o.Depth < out[at].Depth {
				out[at] = o
			}
			continue
		}
		seen[i] = len(out)
		out = append(out, o)
	}
	if len(out) <= maxOps {
		return out
	}
	rank := func(o *Op) int {
		switch {
		case o.Kind == Acquire || o.Kind == Extend || o.Kind == AutoRenew || o.Kind == End && o.Guard != Deletes:
			return 0
		case o.Kind == End:
			return 1
		case o.Kind == Write && o.Guard == Unguarded:
			return 2
		case o.Kind == Write:
			return 3
		}
		return 4
	}
	sort.SliceStable(out, func(i, j int) bool { return rank(out[i]) < rank(out[j]) })
	return out[:maxOps]
}

// eventsOf lists what happens at each call of a function: its own requests and
// the operations of its callees in the function's own terms.
func (m *Model) eventsOf(fn *ssa.Function) []*Op {
	if ev, ok := m.events[fn]; ok {
		return ev
	}
	var out []*Op
	calls(fn, func(c call) bool {
		direct := m.requests(c)
		m.watchGuard(c, direct)
		m.markOrders(c, direct)
		for _, o := range direct {
			o.Where = m.position(m.start(o))
			o.Generated = m.generated(o.pos)
			m.markEfficiency(o)
			m.direct[fn] = append(m.direct[fn], o)
		}
		ev := direct
		if len(direct) == 0 {
			ev = m.calleeOps(c)
		}
		if len(ev) == 0 {
			ev = m.houseRenewal(c)
		}
		if len(ev) > 0 {
			m.callOp[c.instr] = ev
			out = append(out, ev...)
		}
		return true
	})
	m.events[fn] = out
	m.markRowLocks(fn, out)
	m.markReread(fn)
	return out
}
