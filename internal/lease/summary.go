package lease

import (
	"slices"
	"sort"

	"golang.org/x/tools/go/ssa"
)

// summarise computes the summaries of all functions. Where functions call each
// other in a circle, whoever is summarised inside of it knows nothing of the one
// that it began with: then a second look uses what the first one learned.
func (m *Model) summarise() {
	for look := range 2 {
		m.direct = map[*ssa.Function][]*Op{}
		m.sums = map[*ssa.Function]*Summary{}
		m.busy = map[*ssa.Function]bool{}
		m.events = map[*ssa.Function][]*Op{}
		m.callOp = map[ssa.CallInstruction][]*Op{}
		m.cuts = map[*ssa.Function]bool{}
		for _, fn := range m.fns {
			m.summary(fn)
		}
		if look > 0 {
			return
		}
		for fn := range m.cuts {
			s := m.sums[fn]
			if s == nil || len(s.Ops) == 0 {
				continue
			}
			r := &Summary{Ops: s.Ops, Holds: s.Holds, Releaser: s.Releaser, Outcome: -1}
			for _, o := range r.Ops {
				o.Judged = true // in the second look there is another one like it, which is judged
			}
			if m.rough == nil {
				m.rough = map[*ssa.Function]*Summary{}
			}
			m.rough[fn] = r
		}
		if m.rough == nil {
			return
		}
	}
}

// summary computes what a function does, callees first. Recursion is cut: of a
// function that is being summarised only its rough summary is known.
func (m *Model) summary(fn *ssa.Function) *Summary {
	if s, ok := m.sums[fn]; ok {
		return s
	}
	if len(fn.Blocks) == 0 {
		return nil
	}
	if m.busy[fn] {
		if fn != m.stack[len(m.stack)-1] { // a function that calls itself adds nothing
			m.cuts[fn] = true
		}
		return m.rough[fn]
	}
	m.busy[fn] = true
	m.stack = append(m.stack, fn)
	defer func() {
		delete(m.busy, fn)
		m.stack = m.stack[:len(m.stack)-1]
	}()

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
			now := m.runsNow(fn, a)
			if as := m.summary(a); as != nil {
				for _, o := range as.Ops {
					if o.Kind != Read && (now || o.Kind != Write) {
						s.Ops = append(s.Ops, m.loopedIn(fn, a, o))
					}
				}
			}
		}
	}
	s.Ops = trim(s.Ops)
	m.markAfterEnd(fn, s.Ops)
	markUnless(fn, s.Ops)
	s.Forward = m.forwards(fn)
	m.sums[fn] = s
	s.Results = m.res.Results(fn)
	m.findHolds(fn, s)
	m.findUnder(fn, s)
	m.findGiven(fn, s)
	m.findInspects(fn, s)
	s.Text = m.textRun(fn)
	s.Renews = m.renewalLoop(fn)
	s.Starts = m.findStarts(fn)
	s.Pools = m.poolSizes(fn)
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
	at := map[id]int{}
	var out []*Op
	for _, o := range ops {
		i := id{o.Kind, o.API, o.Key.String(), o.Guard, o.Compares}
		n, seen := at[i]
		switch {
		case !seen:
			at[i] = len(out)
			out = append(out, o)
		case o.Kind == Write && o.Depth < out[n].Depth:
			out[n] = o
		case o.Kind == Write && o.Guard == Unguarded && o.Depth == 0 && out[n].pos != o.pos && len(out[n].also) < 3:
			again := *out[n]
			again.also = append(slices.Clip(again.also), o.pos)
			out[n] = &again
		}
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
		if !renewal(ev) {
			ev = append(ev, m.writtenBy(m.houseRenewal(c), ev)...)
		}
		if len(ev) == 0 {
			ev = m.houseOps(c)
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
	m.markRepeats(out)
	m.markExpiring(out)
	return out
}

func renewal(ops []*Op) bool {
	for _, o := range ops {
		if o.Kind == Extend || o.Kind == AutoRenew {
			return true
		}
	}
	return false
}
