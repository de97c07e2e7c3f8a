package lease

import (
	"go/token"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
)

// Outlived is a lock whose work is given more time than the lock lives, while
// nothing renews it.
type Outlived struct {
	Op  *Op
	TTL time.Duration
	// Work is the time that the work is given, or that it sleeps, Pos where.
	Work time.Duration
	Pos  token.Pos
	// Default is true for a TTL that the library chose.
	Default bool
}

// Outlived lists the acquires of the package under which work may run longer than
// the TTL by its own visible timeout, in source order.
func (m *Model) Outlived() []Outlived {
	var out []Outlived
	at := map[token.Pos]bool{}
	for _, fn := range m.fns {
		for _, a := range m.eventsOf(fn) {
			if a.Kind != Acquire || a.Session || a.Generated || at[a.pos] {
				continue
			}
			t, byDefault := a.TTL, false
			if !t.Known || t.Dur <= 0 {
				t = m.handleTTL(a)
				byDefault = t.Origin != nil && t.Origin.SSA() == nil
			}
			if !t.Known || t.Dur <= 0 || t.None || !a.lockEvidence() {
				continue
			}
			if o := m.outlives(a, t.Dur); o != nil {
				o.Default = byDefault
				at[a.pos] = true
				out = append(out, *o)
			}
		}
	}
	return out
}

// outlives looks for the longest time that the section of an acquire is given,
// nil when it is within the TTL or something renews the lock.
func (m *Model) outlives(a *Op, ttl time.Duration) *Outlived {
	if _, ok := a.instr.(*ssa.Call); !ok {
		return nil
	}
	o := &Outlived{Op: a, TTL: ttl}
	renewed := false
	longer := func(d time.Duration, at token.Pos) {
		if d > o.Work {
			o.Work, o.Pos = d, at
		}
	}
	m.region(a, func(in ssa.Instruction, final bool) {
		ci, ok := in.(ssa.CallInstruction)
		if !ok || renewed {
			return
		}
		c := newCall(ci)
		if m.renewsAt(c) {
			renewed = true
			return
		}
		if final || m.endsSomething(ci) {
			return
		}
		if c.name() == "Sleep" && pkgPath(c.fn) == "time" {
			if n, isC := foldInt(m.of(c.args[0]), 0); isC {
				longer(time.Duration(n), c.pos())
			}
			return
		}
		if _, isCall := ci.(*ssa.Call); !isCall || pkgPath(c.fn) == "context" {
			return
		}
		// Work that runs under a context with a timeout of this very function.
		for _, arg := range c.args {
			if origin.IsContext(arg.Type()) {
				if d, pos := m.timeout(arg, a.fn); d > 0 {
					longer(d, pos)
				}
			}
		}
	})
	if renewed || o.Work <= ttl {
		return nil
	}
	return o
}

// renewsAt reports whether a call renews a lock or starts a renewal, or hands
// what it runs to somebody in a way that may.
func (m *Model) renewsAt(c call) bool {
	for _, o := range m.callOp[c.instr] {
		if o.Kind == Extend || o.Kind == AutoRenew {
			return true
		}
	}
	return len(m.startsAt(c)) > 0
}

// endsSomething reports whether a call releases a lock: its timeout is its own.
func (m *Model) endsSomething(ci ssa.CallInstruction) bool {
	for _, o := range m.callOp[ci] {
		if o.Kind == End {
			return true
		}
	}
	return false
}

// timeout is the constant time that a context is given by the function that uses
// it, 0 for none or one that is not known.
func (m *Model) timeout(ctx ssa.Value, fn *ssa.Function) (time.Duration, token.Pos) {
	for hops := 0; hops < 6; hops++ {
		ctor := m.madeBy(ctx, 0)
		if ctor == nil || ctor.Parent() != fn {
			return 0, token.NoPos
		}
		c := newCall(ctor)
		if pkgPath(c.fn) != "context" || len(c.args) == 0 {
			return 0, token.NoPos
		}
		switch c.name() {
		case "WithTimeout", "WithTimeoutCause":
			if n, ok := foldInt(m.of(c.args[1]), 0); ok {
				return time.Duration(n), ctor.Pos()
			}
			return 0, token.NoPos
		case "WithCancel", "WithCancelCause", "WithValue":
			ctx = c.args[0]
		default:
			return 0, token.NoPos
		}
	}
	return 0, token.NoPos
}
