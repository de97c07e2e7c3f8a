package lease

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
)

// Renewal is a renewal that is started somewhere.
type Renewal struct {
	Pos  token.Pos
	Fn   *ssa.Function
	API  string
	Key  *origin.Value
	Loop *Loop
	// Library is true for a keepalive that the library runs.
	Library bool
	// Via names the called function that starts the renewal, "" when it is
	// started right here.
	Via string
	// Leaks is true when some way out of the function leaves the renewal's handle
	// open although nobody else has it.
	Leaks  bool
	Tie    Tie
	Caller *origin.Value // the caller's context that is in scope, nil for none
	Ctx    *origin.Value // the context that the renewal runs on instead
}

// Tie says what ends a renewal.
type Tie uint8

const (
	Tied        Tie = iota // ends with the caller, the frame, or what cannot be seen
	ReleaseOnly            // a stop exists, and only a release reaches it
	Loose                  // nothing ends it
)

// Detached reports whether the renewal outlives its caller: nothing ends it, or
// only a release does although the caller's context is at hand.
func (r *Renewal) Detached() bool {
	switch {
	case r.Leaks:
		return r.Caller != nil || !mainFunction(r.Fn)
	case r.Tie == Tied, r.Tie == ReleaseOnly && r.Caller == nil:
		return false
	case r.Tie == ReleaseOnly && r.Loop.Registers:
		// Register(ctx) returns long before the service ends, and its context is
		// for the registering alone: Deregister is what ends the registration.
		return false
	case r.Via != "" && r.Caller == nil:
		// A service that starts its lock on Background because it has nothing
		// else: who starts it may well be main.
		return false
	case r.Caller == nil && mainFunction(r.Fn):
		return false // ends with the process, and so does the work
	}
	return true
}

// Renewals lists the renewals that the package starts, at most one for each call.
func (m *Model) Renewals() []*Renewal {
	var out []*Renewal
	for _, fn := range m.fns {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				ci, ok := in.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if r := m.renewalAt(fn, ci); r != nil {
					out = append(out, r)
				}
			}
		}
	}
	return out
}

// renewalAt is the worst tied renewal that a call starts, nil for none.
func (m *Model) renewalAt(fn *ssa.Function, ci ssa.CallInstruction) *Renewal {
	var worst *Renewal
	c := newCall(ci)
	for _, l := range m.startsAt(c) {
		r := &Renewal{Pos: ci.Pos(), Fn: fn, API: l.API, Key: l.Key, Loop: l, Library: l.Library, Via: l.Via, Ctx: loopCtx(l), Tie: m.tieOf(c, l)}
		if !r.Pos.IsValid() {
			r.Pos = ci.Common().Pos()
		}
		if m.leaksHandle(c, l) {
			r.Tie, r.Leaks = Loose, true
		} else if l.Via != "" && l.Handle > 0 {
			continue // closed, or handed on; started and judged in the callee
		}
		if worst == nil || r.Tie > worst.Tie {
			worst = r
		}
	}
	if worst != nil {
		worst.Caller = m.callerContext(fn)
	}
	return worst
}

// loopCtx is the context that a renewal runs on.
func loopCtx(l *Loop) *origin.Value {
	for _, list := range [][]*origin.Value{l.Stops, l.Ctxs} {
		for _, s := range list {
			if s.Kind == origin.Ctx || isContextOrigin(s) {
				return s
			}
		}
	}
	return nil
}

// callerContext is the caller's context that a function could have used: a
// parameter of its own or of a function around it.
func (m *Model) callerContext(fn *ssa.Function) *origin.Value {
	for f := fn; f != nil; f = f.Parent() {
		if m.sharedStart(f) {
			return nil
		}
		for _, p := range f.Params {
			if p.Name() == "_" || p.Name() == "" {
				continue
			}
			if origin.IsContext(p.Type()) || named(p.Type()) == "Request" && ownerPackage(p.Type()) == "net/http" {
				return m.of(p)
			}
		}
	}
	return nil
}

// sharedStart reports whether a closure runs under a sync.Once: what it starts
// serves every caller, so that the context of the one who came first is none to
// tie it to.
func (m *Model) sharedStart(f *ssa.Function) bool {
	if f.Parent() == nil {
		return false
	}
	for _, use := range closureUses(f.Parent(), f) {
		if ci, ok := use.(*ssa.Call); ok {
			if c := newCall(ci); c.name() == "Do" && pkgPath(c.fn) == "sync" {
				return true
			}
		}
	}
	return false
}

// mainFunction reports whether a function is the program's main, or a closure in it.
func mainFunction(fn *ssa.Function) bool {
	f := outermost(fn)
	return f.Name() == "main" && f.Pkg != nil && f.Pkg.Pkg.Name() == "main"
}
