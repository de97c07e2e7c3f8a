package lease

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// renewalLoop finds the loop of a function that renews a lease again and again,
// its own or one that it calls; nil when there is none.
func (m *Model) renewalLoop(fn *ssa.Function) *Loop {
	inLoop := loopBlocks(fn)
	rearms := m.rearms(fn)
	var loop *Loop
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			ci, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if _, isGo := in.(*ssa.Go); isGo {
				continue // somebody else's loop
			}
			for _, o := range m.callOp[ci] {
				if o.Kind == AutoRenew && o.Stop != nil && loop == nil {
					// RenewPeriodic blocks and renews until its channel is closed.
					loop = &Loop{API: o.API, Key: o.Key, Fails: true}
					if !o.Stop.IsConst() {
						loop.Stops = append(loop.Stops, stopOf(o.Stop))
					}
				}
				if (inLoop[b] || rearms) && m.renews(o) {
					if loop == nil {
						loop = &Loop{API: o.API, Key: o.Key}
					}
					if o.Ctx != nil {
						loop.Ctxs = append(loop.Ctxs, o.Ctx)
					}
				}
			}
			if loop == nil {
				loop = m.calledLoop(newCall(ci))
				if loop != nil {
					return loop
				}
			}
		}
	}
	if loop == nil {
		return nil
	}
	m.loopStops(fn, inLoop, rearms, loop)
	return loop
}

// calledLoop is the renewal loop of a callee, in the terms of the call.
func (m *Model) calledLoop(c call) *Loop {
	for _, t := range m.callees(c) {
		if t.sum.Renews != nil {
			return m.substLoop(t.sum.Renews, c, t)
		}
	}
	for _, f := range m.closuresAt(c.instr) {
		if c.fn == nil || startsGoroutine(c) || onceOnly(c) {
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
// record by a lock's own means, or a key that the package acquires.
func (m *Model) renews(o *Op) bool {
	if o.Kind != Extend {
		return false
	}
	return o.LockAPI || o.Compares || o.Lockish || m.acquiredSomewhere(o)
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
	// Tarjan's algorithm would be shorter to run and longer to read: functions
	// are small, and a block is on a cycle when it reaches itself.
	for _, b := range fn.Blocks {
		if len(b.Preds) == 0 || out[b] {
			continue
		}
		back := false
		for _, p := range b.Preds {
			if b.Dominates(p) {
				back = true
			}
		}
		if !back {
			continue
		}
		// natural loop of the back edges into b
		work := []*ssa.BasicBlock{}
		out[b] = true
		for _, p := range b.Preds {
			if b.Dominates(p) {
				work = append(work, p)
			}
		}
		in := map[*ssa.BasicBlock]bool{b: true}
		for len(work) > 0 {
			x := work[len(work)-1]
			work = work[:len(work)-1]
			if in[x] {
				continue
			}
			in[x] = true
			out[x] = true
			work = append(work, x.Preds...)
		}
	}
	return out
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

// loopStops collects what ends a renewal loop.
func (m *Model) loopStops(fn *ssa.Function, inLoop map[*ssa.BasicBlock]bool, whole bool, loop *Loop) {
	for _, b := range fn.Blocks {
		if !inLoop[b] && !whole {
			continue
		}
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Select:
				for _, st := range in.States {
					if st.Dir == types.RecvOnly {
						m.addStop(loop, st.Chan)
					}
				}
			case *ssa.UnOp:
				if in.Op == token.ARROW {
					m.addStop(loop, in.X)
				}
			case *ssa.If:
				m.condStop(loop, in, inLoop)
			}
		}
	}
}

// condStop: an If that leaves the loop on ctx.Err(), a flag, a counter.
func (m *Model) condStop(loop *Loop, br *ssa.If, inLoop map[*ssa.BasicBlock]bool) {
	leaves := false
	for _, s := range br.Block().Succs {
		if !inLoop[s] {
			leaves = true
		}
	}
	var look func(v ssa.Value, depth int)
	look = func(v ssa.Value, depth int) {
		if depth > 5 || v == nil {
			return
		}
		switch v := v.(type) {
		case *ssa.BinOp:
			look(v.X, depth+1)
			look(v.Y, depth+1)
			if leaves {
				switch v.Op {
				case token.LSS, token.LEQ, token.GTR, token.GEQ:
					if _, isC := v.Y.(*ssa.Const); !isC || isInt(v.X.Type()) && !m.fromRenewal(v.X) {
						loop.Escapes = true // a counter or deadline
					}
				}
			}
		case *ssa.UnOp:
			if v.Op == token.MUL {
				if leaves && flagLoad(v) {
					loop.Escapes = true
				}
				return
			}
			look(v.X, depth+1)
		case *ssa.Phi:
			for _, e := range v.Edges {
				look(e, depth+2)
			}
		case *ssa.Extract:
			look(v.Tuple, depth+1)
		case *ssa.Lookup:
			if leaves {
				loop.Escapes = true // a map entry whose vanishing ends the loop
			}
		case *ssa.Call:
			c := newCall(v)
			switch {
			case c.name() == "Err" && c.recv != nil && origin.IsContext(c.recv.Type()):
				loop.Stops = append(loop.Stops, m.of(c.recv))
			case len(m.callOp[v]) > 0:
				loop.Fails = true
			case leaves && !isErrorPredicate(c):
				if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Info()&(types.IsBoolean|types.IsInteger) != 0 {
					if row := c.row(); row == nil {
						loop.Escapes = true // IsClosed(), atomic.Load: a flag that somebody sets
					}
				}
				for _, a := range c.args {
					look(a, depth+1)
				}
			}
		case *ssa.Parameter:
			if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 && leaves {
				loop.Escapes = true
			}
		}
	}
	look(br.Cond, 0)
}

func isErrorPredicate(c call) bool {
	return pkgPath(c.fn) == "errors" || strings.HasPrefix(c.name(), "Is") && len(c.args) == 1 && isError(c.args[0].Type())
}

func isInt(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// fromRenewal reports whether a count is the reply of a renewal request.
func (m *Model) fromRenewal(v ssa.Value) bool {
	for depth := 0; depth < 8; depth++ {
		switch x := v.(type) {
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.Call:
			if len(m.callOp[x]) > 0 {
				return true
			}
			c := newCall(x)
			if c.recv != nil {
				v = c.recv
				continue
			}
			if len(c.args) > 0 {
				v = c.args[0]
				continue
			}
			return false
		case *ssa.TypeAssert:
			v = x.X
		case *ssa.Phi:
			return true
		default:
			return false
		}
	}
	return false
}

// flagLoad: the condition is a bool kept outside the loop's own frame.
func flagLoad(u *ssa.UnOp) bool {
	b, ok := u.Type().Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsBoolean == 0 {
		return false
	}
	switch u.X.(type) {
	case *ssa.FieldAddr, *ssa.Global, *ssa.FreeVar, *ssa.Alloc:
		return true
	}
	return false
}

// addStop adds a channel that a loop receives from, unless it is its clock.
func (m *Model) addStop(loop *Loop, ch ssa.Value) {
	o := m.of(ch)
	if clock(o) {
		return
	}
	loop.Stops = append(loop.Stops, stopOf(o))
}

// stopOf turns ctx.Done() into ctx.
func stopOf(o *origin.Value) *origin.Value {
	if o.Kind == origin.Call && strings.HasSuffix(o.Text, ".Done") && len(o.Parts) > 0 {
		return o.Parts[0]
	}
	return o
}

// clock reports whether a channel is a ticker's or timer's.
func clock(o *origin.Value) bool {
	switch o.Kind {
	case origin.Field:
		return o.Text == "C" && (strings.HasPrefix(o.Type, "time.") || strings.Contains(strings.ToLower(o.Type), "ticker") || strings.Contains(strings.ToLower(o.Type), "timer"))
	case origin.Call:
		return strings.HasPrefix(o.Text, "time.") || strings.HasSuffix(o.Text, ".Chan") || strings.HasSuffix(o.Text, ".After") || strings.HasSuffix(o.Text, ".C")
	case origin.Choice:
		for _, p := range o.Parts {
			if clock(p) {
				return true
			}
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

// Renewal is a renewal that is started somewhere.
type Renewal struct {
	Pos  token.Pos
	Fn   *ssa.Function
	API  string
	Key  *origin.Value
	Loop *Loop
	// Library is true for a keepalive that the library runs.
	Library bool
	Tie     Tie
	Caller  *origin.Value // the caller's context that is in scope, nil for none
	Ctx     *origin.Value // the context that the renewal runs on instead
}

// Tie says what ends a renewal.
type Tie uint8

const (
	Tied        Tie = iota // ends with the caller, the frame, or what cannot be seen
	ReleaseOnly            // a stop exists, and only a release reaches it
	Loose                  // nothing ends it
)

// Renewals lists the renewals that the package starts.
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
					r.Fn, r.Pos = fn, ci.Pos()
					if !r.Pos.IsValid() {
						r.Pos = ci.Common().Pos()
					}
					r.Caller = m.callerContext(fn)
					out = append(out, r)
				}
			}
		}
	}
	return out
}

func (m *Model) renewalAt(fn *ssa.Function, ci ssa.CallInstruction) *Renewal {
	c := newCall(ci)
	if _, isGo := ci.(*ssa.Go); isGo {
		if l := m.startedLoop(c); l != nil {
			return &Renewal{API: l.API, Key: l.Key, Loop: l, Tie: m.tieOf(fn, l), Ctx: loopCtx(l)}
		}
		return nil
	}
	for _, o := range m.callOp[ci] {
		if o.Kind == AutoRenew && o.Stop == nil && o.Direct() {
			r := &Renewal{API: o.API, Key: o.Key, Library: true, Ctx: o.Ctx}
			r.Tie = m.autoTie(fn, o)
			return r
		}
	}
	if startsGoroutine(c) {
		for _, a := range c.args {
			if _, ok := a.Type().Underlying().(*types.Signature); !ok {
				continue
			}
			f := m.funcValue(a, 0)
			if f == nil {
				continue
			}
			if s := m.summary(f); s != nil && s.Renews != nil {
				return &Renewal{API: s.Renews.API, Key: s.Renews.Key, Loop: s.Renews, Tie: m.tieOf(fn, s.Renews), Ctx: loopCtx(s.Renews)}
			}
		}
	}
	return nil
}

func loopCtx(l *Loop) *origin.Value {
	for _, s := range l.Stops {
		if s.Kind == origin.Ctx {
			return s
		}
	}
	for _, s := range l.Ctxs {
		if s.Kind == origin.Ctx {
			return s
		}
	}
	return nil
}

// startedLoop is the renewal loop that a go statement starts.
func (m *Model) startedLoop(c call) *Loop {
	for _, t := range m.callees(c) {
		if t.sum.Renews != nil {
			return m.substLoop(t.sum.Renews, c, t)
		}
	}
	return nil
}

// callerContext is the caller's context that a function could have used.
func (m *Model) callerContext(fn *ssa.Function) *origin.Value {
	for f := fn; f != nil; f = f.Parent() {
		for _, p := range f.Params {
			if origin.IsContext(p.Type()) && p.Name() != "_" && p.Name() != "" {
				return m.of(p)
			}
			if n := named(p.Type()); n == "Request" && ownerPackage(p.Type()) == "net/http" {
				return m.of(p)
			}
		}
	}
	return nil
}

// tieOf says what ends a renewal loop that fn starts.
func (m *Model) tieOf(fn *ssa.Function, l *Loop) Tie {
	if l.Escapes {
		return Tied
	}
	tie := Loose
	stops := l.Stops
	if l.Fails {
		stops = append(append([]*origin.Value{}, stops...), l.Ctxs...)
	} else {
		// The request's own context ends the loop only if its error does.
		for _, c := range l.Ctxs {
			if root, det := origin.Root(c); !det && root != nil {
				stops = append(append([]*origin.Value{}, stops...), c)
			}
		}
	}
	for i, s := range stops {
		t := m.stopTie(fn, s)
		if i >= len(l.Stops) && t == ReleaseOnly {
			continue
		}
		if t == Tied {
			return Tied
		}
		if t == ReleaseOnly {
			tie = ReleaseOnly
		}
	}
	return tie
}

// stopTie says how one stop is tied.
func (m *Model) stopTie(fn *ssa.Function, s *origin.Value) Tie {
	if s == nil {
		return Loose
	}
	if s.Kind == origin.Ctx {
		root, detached := origin.Root(s)
		if !detached {
			return Tied
		}
		if m.cancelDeferred(fn, s) {
			return Tied
		}
		for x := s; x != nil && x.Kind == origin.Ctx; x = x.Parts[0] {
			if x.Text == origin.CtxCancel {
				return ReleaseOnly
			}
			if len(x.Parts) == 0 {
				break
			}
		}
		_ = root
		return Loose
	}
	switch s.Kind {
	case origin.Param:
		return Tied // whoever passes it decides
	case origin.Field, origin.Global, origin.Fresh:
		if m.closedWithFrame(fn, s) {
			return Tied
		}
		if s.Kind == origin.Field && isContextOrigin(s) {
			return Tied
		}
		return ReleaseOnly
	case origin.Const:
		return Loose // a nil channel
	}
	return Tied // cannot be followed
}

func isContextOrigin(s *origin.Value) bool {
	return s.Var() != nil && origin.IsContext(s.Var().Type())
}

// cancelDeferred reports whether the context is cancelled by a defer of fn's
// frame (or of a frame around it): the renewal then ends with the work.
func (m *Model) cancelDeferred(fn *ssa.Function, s *origin.Value) bool {
	for x := s; x != nil && x.Kind == origin.Ctx; {
		if e, ok := x.SSA().(*ssa.Extract); ok {
			if c, ok := e.Tuple.(*ssa.Call); ok && m.calledByDefer(c, 1) {
				return true
			}
		}
		if len(x.Parts) == 0 {
			break
		}
		x = x.Parts[0]
	}
	return false
}

// calledByDefer reports whether result i of a call is called by a defer of the
// same frame, directly or inside a deferred closure.
func (m *Model) calledByDefer(c *ssa.Call, i int) bool {
	for _, ref := range *c.Referrers() {
		e, ok := ref.(*ssa.Extract)
		if !ok || e.Index != i {
			continue
		}
		if deferredUse(e, 0) {
			return true
		}
	}
	return false
}

func deferredUse(v ssa.Value, depth int) bool {
	if depth > 4 || v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Defer:
			return true
		case *ssa.ChangeType:
			if deferredUse(r, depth+1) {
				return true
			}
		case *ssa.Store:
			if a, ok := r.Addr.(*ssa.Alloc); ok && r.Val == v {
				for _, l := range *a.Referrers() {
					switch l := l.(type) {
					case *ssa.UnOp:
						if deferredUse(l, depth+1) {
							return true
						}
					case *ssa.MakeClosure:
						if closureDeferred(l) {
							return true
						}
					}
				}
			}
		case *ssa.MakeClosure:
			if closureDeferred(r) {
				return true
			}
		}
	}
	return false
}

func closureDeferred(mc *ssa.MakeClosure) bool {
	if mc.Referrers() == nil {
		return false
	}
	for _, r := range *mc.Referrers() {
		if _, ok := r.(*ssa.Defer); ok {
			return true
		}
	}
	return false
}

// closedWithFrame reports whether a stop channel is closed by a defer of the
// frame, or by a goroutine that waits for the caller's context.
func (m *Model) closedWithFrame(fn *ssa.Function, s *origin.Value) bool {
	found := false
	var look func(f *ssa.Function, deferred bool)
	look = func(f *ssa.Function, deferred bool) {
		waits := m.waitsForContext(f)
		calls(f, func(c call) bool {
			b, ok := c.common.Value.(*ssa.Builtin)
			if !ok || b.Name() != "close" || len(c.common.Args) != 1 {
				// stop <- struct{}{} is handled by the release rule.
				return true
			}
			if origin.Compare(m.of(c.common.Args[0]), s) != origin.Strong {
				return true
			}
			_, isDefer := c.instr.(*ssa.Defer)
			if isDefer && f == fn || deferred || waits {
				found = true
			}
			return true
		})
		for _, a := range f.AnonFuncs {
			d := deferred
			for _, use := range closureUses(f, a) {
				if _, ok := use.(*ssa.Defer); ok {
					d = true
				}
			}
			look(a, d)
		}
	}
	look(fn, false)
	return found
}

// waitsForContext reports whether a function receives from the Done channel of
// a context that is not detached.
func (m *Model) waitsForContext(f *ssa.Function) bool {
	tied := func(ch ssa.Value) bool {
		s := stopOf(m.of(ch))
		if s.Kind == origin.Ctx {
			_, detached := origin.Root(s)
			return !detached
		}
		return s.Kind == origin.Param && s.SSA() != nil && origin.IsContext(s.SSA().Type())
	}
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Select:
				for _, st := range in.States {
					if st.Dir == types.RecvOnly && tied(st.Chan) {
						return true
					}
				}
			case *ssa.UnOp:
				if in.Op == token.ARROW && tied(in.X) {
					return true
				}
			}
		}
	}
	return false
}

// autoTie says what ends a keepalive that a library runs.
func (m *Model) autoTie(fn *ssa.Function, o *Op) Tie {
	ctx := o.Ctx
	if o.row != nil && o.row.Lib.Store == catalog.Etcd && sessionConstructor(o) {
		ctx = m.sessionContext(o)
		if ctx == nil {
			if m.closedByDefer(o) {
				return Tied
			}
			return ReleaseOnly // lives until Close, on the client's own context
		}
	}
	if ctx == nil {
		return Tied
	}
	t := m.stopTie(fn, ctx)
	if t == Loose && m.revokes() {
		return ReleaseOnly
	}
	return t
}

func sessionConstructor(o *Op) bool { return o.call.name() == "NewSession" }

// sessionContext is the context given by WithContext, nil without one.
func (m *Model) sessionContext(o *Op) *origin.Value {
	var found *origin.Value
	unknown := false
	for _, a := range o.call.args {
		el, ok := m.res.Elements(a)
		if !ok && len(el) == 0 {
			if _, isSlice := a.Type().Underlying().(*types.Slice); isSlice {
				unknown = true
			}
			continue
		}
		for _, e := range el {
			call, ok := e.(*ssa.Call)
			if !ok {
				continue
			}
			c := newCall(call)
			if c.name() == "WithContext" && len(c.args) == 1 {
				found = m.of(c.args[0])
			}
		}
	}
	if found == nil && unknown {
		return &origin.Value{Kind: origin.Param}
	}
	return found
}

// closedByDefer reports whether a handle's Close (or Orphan) is deferred in the
// frame that made it.
func (m *Model) closedByDefer(o *Op) bool {
	found := false
	calls(o.fn, func(c call) bool {
		if _, ok := c.instr.(*ssa.Defer); ok && c.recv != nil && m.madeBy(c.recv, 0) == o.instr {
			found = true
		}
		for _, f := range m.closuresAt(c.instr) {
			if _, ok := c.instr.(*ssa.Defer); ok {
				calls(f, func(d call) bool {
					if d.recv != nil && m.madeBy(d.recv, 0) == o.instr {
						found = true
					}
					return true
				})
			}
		}
		return !found
	})
	return found
}

// revokes reports whether the package ends leases anywhere.
func (m *Model) revokes() bool {
	for _, fn := range m.fns {
		for _, o := range m.direct[fn] {
			if o.Kind == End && o.Store == catalog.Etcd {
				return true
			}
		}
	}
	return false
}
