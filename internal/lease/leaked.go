package lease

import (
	"go/token"
	"go/types"
	"slices"
	"sort"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
)

// LeakedLock is a lock that a function can leave behind: held, and in nobody's hands.
type LeakedLock struct {
	Lock *Op
	Kind ExitKind
	// Exit is where the return, panic or end of the round stands that leaves it.
	Exit token.Pos
}

// ExitKind says how a function is left.
type ExitKind uint8

const (
	Returned  ExitKind = iota
	Panicked           // an explicit panic
	Continued          // the next round of the loop acquires again
	Abandoned          // a loop that collects locks gives up and keeps those it has
)

// LeakedLocks lists the locks that the functions of the package leave behind, in
// source order, one for each exit.
func (m *Model) LeakedLocks() []LeakedLock {
	var out []LeakedLock
	for _, fn := range m.fns {
		exits := map[token.Pos]bool{}
		for _, o := range m.locksTaken(fn) {
			if o.Session {
				continue // ends with its transaction or connection: pooledlock's
			}
			l, ok := m.leaked(o)
			if ok && !exits[l.Exit] { // an acquire and its retry are one lock
				exits[l.Exit] = true
				out = append(out, l)
			}
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Lock.pos < out[j].Lock.pos })
	return out
}

// keeping is what a function does with a lock that it was granted, path by path.
type keeping struct {
	m    *Model
	o    *Op
	h    *holding // the handle, when the function has one of its own
	own  bool
	walk *explored
	a    *assumption
	ends map[ssa.Instruction]ending
	gone bool // some path hands the lock to somebody
	// loops are the heads of loops that give back what was collected: whoever comes
	// there holds nothing afterwards, though there may be nothing to give back.
	loops map[*ssa.BasicBlock]bool
}

func (m *Model) keep(o *Op) *keeping {
	k := &keeping{m: m, o: o, h: &holding{m: m, mine: map[ssa.Value]bool{}}, ends: map[ssa.Instruction]ending{}}
	for _, v := range m.handles(o) {
		k.h.own(v, k.h.mine)
		k.own = true
	}
	k.loops = map[*ssa.BasicBlock]bool{}
	for b := range loopBlocks(o.fn) {
		for _, in := range b.Instrs {
			if e, ok := m.endingAt(in, o); ok && e.several != nil {
				k.loops[e.several] = true
			}
		}
	}
	k.a = m.reply(o, granted)
	k.walk = k.a.explore(o.instr, k.settled)
	return k
}

// handles are the values through which the lock can be released: what the acquire
// returned, or the lock object that this function made.
func (m *Model) handles(o *Op) []ssa.Value {
	c := newCall(o.instr)
	sig := c.common.Signature().Results()
	var sure, maybe []ssa.Value
	for i := range sig.Len() {
		t := sig.At(i).Type()
		switch t.Underlying().(type) {
		case *types.Signature:
			sure = append(sure, c.results(i)...)
		case *types.Pointer, *types.Interface:
			if isError(t) {
				continue
			}
			if releasable(t) {
				sure = append(sure, c.results(i)...)
			} else if o.row == nil || o.Depth > 0 {
				maybe = append(maybe, c.results(i)...)
			}
		case *types.Slice, *types.Map:
			if o.Depth > 0 {
				maybe = append(maybe, c.results(i)...) // several at once
			}
		}
	}
	if sure != nil {
		return sure
	}
	object := o.call.recv
	if o.taker != nil {
		object = o.object
	}
	if object != nil && o.Handle != nil {
		if ctor := m.madeBy(object, 0); ctor != nil && ctor.Parent() == o.fn && localVariable(object) {
			return append(newCall(ctor).results(0), object)
		}
	}
	return maybe
}

func localVariable(v ssa.Value) bool {
	u, ok := v.(*ssa.UnOp)
	if !ok {
		return true
	}
	_, ok = u.X.(*ssa.Alloc)
	return ok
}

// releasable reports whether a type has a method that gives a lock back.
func releasable(t types.Type) bool {
	set := types.NewMethodSet(t)
	for i := range set.Len() {
		if releaseWord.MatchString(set.At(i).Obj().Name()) {
			return true
		}
	}
	return false
}

// settled reports whether the lock is released at an instruction, or is from there
// on somebody else's to release.
func (k *keeping) settled(in ssa.Instruction) bool {
	if e, ok := k.m.endingAt(in, k.o); ok {
		k.ends[in] = e
		return true
	}
	if k.loops[in.Block()] || toldOfLoss(in) {
		return true
	}
	handed := false
	switch in := in.(type) {
	case *ssa.Return:
		handed = k.handsOut(in)
		k.gone = k.gone || handed
		return true
	case *ssa.MakeClosure:
		f, _ := in.Fn.(*ssa.Function)
		handed = k.h.settles(in) || f != nil && k.endsIn(f)
	case ssa.CallInstruction:
		handed = k.passes(in)
	default:
		handed = k.own && k.h.settles(in)
	}
	k.gone = k.gone || handed
	return handed
}

// toldOfLoss reports whether an instruction is the first to run when a library has told
// that the lock is lost: case <-session.Done(). There is nothing left to give back.
func toldOfLoss(in ssa.Instruction) bool {
	if u, ok := in.(*ssa.UnOp); ok && u.Op == token.ARROW {
		return tellsLoss(u.X)
	}
	b := in.Block()
	if in != b.Instrs[0] || len(b.Preds) != 1 {
		return false
	}
	p := b.Preds[0]
	br, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If)
	if !ok || p.Succs[0] != b {
		return false
	}
	cmp, ok := br.Cond.(*ssa.BinOp)
	if !ok || cmp.Op != token.EQL {
		return false
	}
	chosen, ok := cmp.X.(*ssa.Extract)
	i, isConst := cmp.Y.(*ssa.Const)
	if !ok || !isConst || chosen.Index != 0 {
		return false
	}
	sel, ok := chosen.Tuple.(*ssa.Select)
	return ok && i.Int64() >= 0 && int(i.Int64()) < len(sel.States) && tellsLoss(sel.States[i.Int64()].Chan)
}

func tellsLoss(ch ssa.Value) bool {
	c, ok := ch.(*ssa.Call)
	if !ok {
		return false
	}
	row := newCall(c).row()
	return row != nil && row.Role == catalog.Lost
}

func (k *keeping) endsIn(f *ssa.Function) bool {
	_, ok := k.m.endingIn(f, k.o, 1)
	return ok
}

// handsOut reports whether a return gives the caller a way to release.
func (k *keeping) handsOut(r *ssa.Return) bool {
	return k.h.settles(r) || k.returnsRelease(r) || k.returnsToken(r)
}

// returnsRelease reports whether a return gives out a function that releases.
func (k *keeping) returnsRelease(r *ssa.Return) bool {
	for _, v := range r.Results {
		if _, ok := v.Type().Underlying().(*types.Signature); !ok {
			continue
		}
		if f := k.m.funcValue(v, 0); f != nil && k.endsIn(f) {
			return true
		}
	}
	return false
}

// returnsToken reports whether a return gives out the owner token, with which the
// caller can release.
func (k *keeping) returnsToken(r *ssa.Return) bool {
	if k.o.Token == nil {
		return false
	}
	return slices.ContainsFunc(r.Results, func(v ssa.Value) bool { return v == k.o.Token.SSA() && !isConst(v) })
}

// passes reports whether a call may release the lock, now or later: it is given
// the handle, or the token, or the key under the name of a release.
func (k *keeping) passes(ci ssa.CallInstruction) bool {
	c := newCall(ci)
	if _, isGo := ci.(*ssa.Go); isGo {
		if _, ok := k.m.endingCall(ci, k.o, 0); ok {
			return true
		}
	}
	for _, a := range c.args {
		if k.h.has(a) && c.row() == nil && !logs(c) {
			return true
		}
		if k.o.Token != nil && a == k.o.Token.SSA() && c.row() == nil && !isConst(a) {
			return true
		}
	}
	if c.fn == nil || !finishName(c.name()) {
		return false
	}
	if c.recv != nil && (k.h.has(c.recv) || k.o.call.recv != nil && k.m.sameValue(c.recv, k.o.call.recv)) {
		return true
	}
	for _, a := range c.args {
		for _, b := range k.o.call.args {
			if a == b && !isConst(a) && !isContextValue(a) {
				return true
			}
		}
	}
	return false
}

func isConst(v ssa.Value) bool { _, ok := v.(*ssa.Const); return ok }

// leaked judges one acquire.
func (m *Model) leaked(o *Op) (LeakedLock, bool) {
	if m.anyDeferredBefore(o) {
		return LeakedLock{}, false
	}
	k := m.keep(o)
	l := LeakedLock{Lock: o}
	if len(k.ends) == 0 && !(k.own && k.gone) {
		// Nobody releases it here: a wrapper whose caller does, or a record that
		// its TTL ends on purpose. Unless it is one of several.
		if exit := m.abandoned(o, k); exit.IsValid() {
			l.Exit, l.Kind = exit, Abandoned
			return l, true
		}
		return l, false
	}
	success := k.releasedOnSuccess()
	for _, in := range k.walk.order {
		kind := Returned
		switch x := in.(type) {
		case *ssa.Return:
			if k.handsOut(x) {
				continue
			}
			if f := k.fails(x); !f && (!success || k.optional(x)) {
				continue // kept on purpose where all went well, given back where it did not
			}
		case *ssa.Panic:
			if !x.Pos().IsValid() || !success {
				continue
			}
			kind = Panicked
		default:
			continue
		}
		if at := exitPos(in); !l.Exit.IsValid() || at < l.Exit {
			l.Exit, l.Kind = at, kind
		}
	}
	// A round of the loop that forgets the lock comes before what follows the loop.
	if end := k.nextRound(); end.IsValid() && (!l.Exit.IsValid() || end < l.Exit) {
		l.Exit, l.Kind = end, Continued
	}
	return l, l.Exit.IsValid()
}

// exitPos is where a function is left: at its closing brace when there is no
// statement that says so.
func exitPos(in ssa.Instruction) token.Pos {
	if in.Pos().IsValid() {
		return in.Pos()
	}
	if s := in.Parent().Syntax(); s != nil {
		return s.End() - 1
	}
	return token.NoPos
}

// releasedOnSuccess reports whether the lock is released, or handed on, where
// nothing went wrong.
func (k *keeping) releasedOnSuccess() bool {
	for in, e := range k.ends {
		if e.deferred || !onErrorPath(in) && !k.m.afterFailedAcquire(&Op{fn: k.o.fn, instr: in.(ssa.CallInstruction)}) {
			return true
		}
	}
	return k.own && k.gone
}

// optional reports whether the releases of a record that nothing calls a lock all
// stand in branches that lead on to the same return as the ways around them: a
// throttle that is lifted when its work came to nothing.
func (k *keeping) optional(r *ssa.Return) bool {
	o := k.o
	if o.LockAPI || o.Lockish || lockishName(o.Via) || lockishName(o.API) || lockishName(o.fn.Name()) {
		return false
	}
	for in, e := range k.ends {
		if e.deferred || in.Block() != r.Block() && !reachesBlock(in.Block(), r.Block()) {
			return false
		}
	}
	return true
}

// fails reports whether a return says that something went wrong.
func (k *keeping) fails(r *ssa.Return) bool {
	if onErrorPath(r) {
		return true
	}
	a := assumeSuccess(nil)
	for _, v := range r.Results {
		if t := a.eval(v); isError(v.Type()) && t == tNonNil || t == tFalse {
			return true
		}
	}
	return false
}

// anyDeferredBefore reports whether a release was deferred before the acquire,
// under whatever condition.
func (m *Model) anyDeferredBefore(o *Op) bool {
	return slices.ContainsFunc(defersBefore(o.instr), func(d *ssa.Defer) bool {
		_, ends := m.endingAt(d, o)
		return ends
	})
}

func before(a, b ssa.Instruction) bool {
	for _, in := range a.Block().Instrs {
		switch in {
		case a:
			return true
		case b:
			return false
		}
	}
	return false
}
