package lease

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
)

// maxStarts is how many renewals are kept for one function.
const maxStarts = 4

// startsAt lists the renewals that a call starts: a go statement or a pool's
// Submit with a renewal loop, a keepalive of the library, or a function that
// starts one of these with the context it is given.
func (m *Model) startsAt(c call) []*Loop {
	_, isGo := c.instr.(*ssa.Go)
	for _, o := range m.callOp[c.instr] {
		if l := m.autoLoop(o, isGo); l != nil {
			return []*Loop{l}
		}
	}
	if isGo {
		if l := m.startedLoop(c); l != nil {
			return []*Loop{l}
		}
	} else if startsGoroutine(c) || m.periodic(c) {
		for _, a := range c.args {
			if _, ok := a.Type().Underlying().(*types.Signature); !ok {
				continue
			}
			f := m.funcValue(a, 0)
			if f == nil || within(c.instr.Parent(), f) {
				continue // a timer chain that arms itself again starts nothing new
			}
			if s := m.summary(f); s != nil && s.Renews != nil {
				return []*Loop{s.Renews}
			}
		}
	}
	return m.startedBelow(c)
}

// startedBelow are the renewals that a callee starts with a context that this
// call gives it, in the terms of the call.
func (m *Model) startedBelow(c call) []*Loop {
	if _, isDefer := c.instr.(*ssa.Defer); isDefer {
		return nil
	}
	var out []*Loop
	for _, t := range m.callees(c) {
		for _, l := range t.sum.Starts {
			n := m.substLoop(l, c, t)
			n.Via = t.name
			m.givenOptions(n, c)
			out = append(out, n)
		}
	}
	return out
}

// startedLoop is the renewal loop that a go statement starts.
func (m *Model) startedLoop(c call) *Loop {
	for _, t := range m.callees(c) {
		if t.sum.Renews != nil {
			return m.substLoop(t.sum.Renews, c, t)
		}
	}
	return m.periodicLoop(c)
}

// findStarts lists the renewals that a function starts and that live as long as
// a context it is given or as a handle that it returns: how long that is, the
// caller decides. What ends with the function's own frame is no concern of his.
func (m *Model) findStarts(fn *ssa.Function) []*Loop {
	var out []*Loop
	add := func(f *ssa.Function) {
		calls(f, func(c call) bool {
			for _, l := range m.startsAt(c) {
				if len(out) >= maxStarts {
					break
				}
				if m.givenContext(c, l) {
					out = append(out, l)
				} else if r := m.heldByResult(c, l); r > 0 && f == fn && !m.keptByOwner(c, l) && (len(l.Stops) == 0 || l.Opts > 0) {
					n := *l
					n.Handle = r
					out = append(out, &n)
				}
			}
			return true
		})
	}
	add(fn)
	for _, a := range fn.AnonFuncs {
		if m.runs(fn, a) {
			add(a)
		}
	}
	return out
}

// givenContext reports whether a loop ends with a context parameter of the
// function, or of one around it, and with nothing else that ties it.
func (m *Model) givenContext(c call, l *Loop) bool {
	if l.Escapes || m.frameEnds(c, l) {
		return false
	}
	given := false
	for _, s := range m.stopsOf(l) {
		if contextParam(s) {
			if m.endsWithFrame(c, s) {
				return false
			}
			given = true
			continue
		}
		if m.stopTie(c, s) == Tied {
			return false
		}
	}
	return given
}

// contextParam reports whether a stop is a context parameter or derived from one.
func contextParam(s *origin.Value) bool {
	root, detached := origin.Root(s)
	return !detached && root != nil && root.Kind == origin.Param && root.Type == "context.Context"
}

// within reports whether f is fn or a function around it.
func within(fn, f *ssa.Function) bool {
	for ; fn != nil; fn = fn.Parent() {
		if fn == f {
			return true
		}
	}
	return false
}

// startsGoroutine reports whether a call runs its function argument in a
// goroutine or later: errgroup's Go, wg.Go, a pool's Submit, time.AfterFunc.
func startsGoroutine(c call) bool {
	switch n := c.name(); n {
	case "Go", "GoCtx", "SafeGo", "GoSafe", "TryGo", "Submit", "AfterFunc", "Spawn", "GoWithContext", "RunSafe", "Async", "RunAsync", "StartGoroutine", "Background":
		return true
	default:
		return strings.HasSuffix(n, "Go") || strings.HasPrefix(n, "Go") && len(n) > 2 && n[2] >= 'A' && n[2] <= 'Z'
	}
}

// markLooped marks the extension that a goroutine of the function makes in a
// loop of its own: a loop around the go statement starts renewals, it is none.
func (m *Model) markLooped(o *Op) {
	if o.Kind != Extend {
		return
	}
	if _, ok := o.instr.(*ssa.Go); ok && m.startedLoop(newCall(o.instr)) != nil {
		o.Looped = true
	}
}

// loopedIn does so for an operation of a closure.
func (m *Model) loopedIn(fn, closure *ssa.Function, o *Op) *Op {
	if s := m.sums[closure]; o.Kind != Extend || o.Looped || s == nil || s.Renews == nil {
		return o
	}
	for _, use := range closureUses(fn, closure) {
		ci, ok := use.(ssa.CallInstruction)
		if _, isGo := use.(*ssa.Go); !isGo && (!ok || !startsGoroutine(newCall(ci))) {
			return o
		}
	}
	n := *o
	n.Looped = true
	return &n
}
