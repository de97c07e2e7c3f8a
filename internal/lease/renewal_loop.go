package lease

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
)

// renewalLoop finds the loop of a function that renews a lease again and again,
// its own or one that it calls; nil when there is none.
func (m *Model) renewalLoop(fn *ssa.Function) *Loop {
	if !m.reachesRenewal(fn) {
		return nil
	}
	inLoop := loopBlocks(fn)
	rearms := m.rearms(fn)
	// A loop that waits for nothing goes through a list: it renews each entry once.
	waits := len(inLoop) > 0 && m.waits(fn, inLoop, 0)
	var loop *Loop
	calls(fn, func(c call) bool {
		if _, isGo := c.instr.(*ssa.Go); isGo {
			return true // somebody else's loop
		}
		again := rearms || waits && inLoop[c.instr.Block()] && repeats(c)
		for _, o := range m.callOp[c.instr] {
			if o.Kind == AutoRenew && o.Stop != nil && o.Direct() && loop == nil {
				loop = blockingRenewal(m, o)
			}
			if again && m.renews(o) {
				loop = loop.with(o)
			}
		}
		if loop == nil && again {
			if o := m.takesAgain(fn, c); o != nil {
				loop = loop.with(o)
			}
		}
		if loop == nil {
			loop = m.calledLoop(c)
			if loop != nil && !again {
				waits, rearms = false, false // its stops are all that there is
				return false
			}
		}
		return true
	})
	if loop != nil && (waits || rearms) {
		m.loopStops(fn, inLoop, rearms, loop)
	}
	return loop
}

// with adds a renewal request to a loop, which is made when it is the first.
func (l *Loop) with(o *Op) *Loop {
	if l == nil {
		l = &Loop{API: o.API, Key: o.Key, Registers: o.registers()}
	}
	if o.Ctx != nil {
		l.Ctxs = append(l.Ctxs, o.Ctx)
	}
	return l
}

// reachesRenewal is the fast way out: most functions have nothing to do with a renewal.
func (m *Model) reachesRenewal(fn *ssa.Function) bool {
	found := namedRenewal.MatchString(outermost(fn).Name())
	calls(fn, func(c call) bool {
		for _, o := range m.callOp[c.instr] {
			found = found || o.Kind == Extend || o.Kind == AutoRenew || o.Kind == Acquire
		}
		found = found || m.calledLoop(c) != nil
		return !found
	})
	return found
}

// calledLoop is the renewal loop of a callee, in the terms of the call.
func (m *Model) calledLoop(c call) *Loop {
	for _, t := range m.callees(c) {
		if t.sum.Renews != nil {
			return m.substLoop(t.sum.Renews, c, t)
		}
	}
	if l := m.periodicLoop(c); l != nil {
		return l
	}
	for _, f := range m.closuresAt(c.instr) {
		if c.fn == nil || startsGoroutine(c) || onceOnly(c) || m.periodic(c) {
			continue // handed to somebody who starts it: that call is the starter
		}
		if s := m.summary(f); s != nil && s.Renews != nil {
			return s.Renews
		}
	}
	return nil
}

func onceOnly(c call) bool { return c.name() == "Do" || c.name() == "AfterFunc" }

func (m *Model) substLoop(l *Loop, c call, t target) *Loop {
	args := append(recvArgs(c), c.args...)
	arg := func(i int) *origin.Value {
		if i < len(args) {
			return m.of(args[i])
		}
		return nil
	}
	n := *l
	n.Key = origin.Substitute(l.Key, t.fn, arg)
	n.Stops, n.Ctxs = nil, nil
	for _, s := range l.Stops {
		n.Stops = append(n.Stops, origin.Substitute(s, t.fn, arg))
	}
	for _, s := range l.Ctxs {
		n.Ctxs = append(n.Ctxs, origin.Substitute(s, t.fn, arg))
	}
	return &n
}

// renews reports whether an operation certainly renews a lease: extends a
// record by a lock's own means, or a key that the package acquires. What a
// goroutine of the callee's does in a loop of its own is that loop's.
func (m *Model) renews(o *Op) bool {
	if o.Kind != Extend || o.Looped {
		return false
	}
	return o.LockAPI || o.Compares || o.Lockish && o.stmt != nil || m.acquiredSomewhere(o)
}

// acquiredSomewhere reports whether the package acquires the key of o.
func (m *Model) acquiredSomewhere(o *Op) bool {
	if o.Key == nil {
		return false
	}
	for _, fn := range m.fns {
		for _, a := range m.direct[fn] {
			if a.Kind == Acquire && a.Store == o.Store && a.Key != nil && m.sameKey(a.Key, o.Key) == origin.Strong {
				return true
			}
		}
	}
	return false
}

// loopBlocks are the blocks that lie on a cycle.
func loopBlocks(fn *ssa.Function) map[*ssa.BasicBlock]bool {
	out := map[*ssa.BasicBlock]bool{}
	// The natural loop of each back edge: functions are small, and Tarjan's
	// algorithm would be shorter to run and longer to read.
	for _, b := range fn.Blocks {
		var work []*ssa.BasicBlock
		for _, p := range b.Preds {
			if b.Dominates(p) {
				work = append(work, p)
			}
		}
		if len(work) == 0 {
			continue
		}
		out[b] = true
		in := map[*ssa.BasicBlock]bool{b: true}
		for len(work) > 0 {
			x := work[len(work)-1]
			work = work[:len(work)-1]
			if in[x] {
				continue
			}
			in[x], out[x] = true, true
			work = append(work, x.Preds...)
		}
	}
	return out
}

// repeats reports whether a call that succeeds is made again: a loop that a
// success leaves is the retry of one renewal.
func repeats(c call) bool {
	v := c.value()
	if v == nil {
		return false
	}
	a := assumeSuccess(v)
	if _, one := v.Type().(*types.Tuple); !one && !isError(v.Type()) {
		// What a single bool or number says on success is not certain enough.
		a = assumeSuccess(nil)
	}
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{v.Block()}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range b.Succs {
			if !a.edgeAlive(b, s) {
				continue
			}
			if s == v.Block() {
				return true
			}
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return false
}

// rearms reports whether a function starts itself again with a timer.
func (m *Model) rearms(fn *ssa.Function) bool {
	found := false
	calls(fn, func(c call) bool {
		if c.name() == "AfterFunc" && pkgPath(c.fn) == "time" && len(c.args) == 2 {
			if m.funcValue(c.args[1], 0) == fn {
				found = true
			}
		}
		return !found
	})
	return found
}
