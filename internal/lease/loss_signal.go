package lease

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/pattern"
)

// Some acquires return what tells of a loss: a channel that is then closed, or a
// context that is then cancelled. This file finds those that nobody keeps.

// droppedSignals lists the lost signals that calls of a function return and that
// go nowhere.
func (m *Model) droppedSignals(fn *ssa.Function) []*Loss {
	var out []*Loss
	calls(fn, func(c call) bool {
		if l := m.periodicDropped(fn, c); l != nil {
			out = append(out, l)
			return true
		}
		v := c.value()
		if v == nil {
			return true
		}
		for _, o := range m.callOp[c.instr] {
			if o.row == nil || o.instr != c.instr {
				continue
			}
			l := &Loss{Pos: c.pos(), API: o.API, Lock: o.LockName()}
			lost, lctx := o.row.Result("lost"), o.row.Result("lctx")
			switch {
			case o.Kind == Acquire && lctx >= 0:
				if m.unused(c, lctx) {
					l.Kind = ContextDropped
					out = append(out, l)
				}
			case o.Kind == Acquire && lost >= 0 && lost < v.Call.Signature().Results().Len():
				if m.unused(c, lost) && !m.placeholder(c) {
					l.Kind = ChannelDropped
					out = append(out, l)
				} else if m.nilTaken(c, o, lost) {
					l.Kind = NilChannel
					out = append(out, l)
				}
			case o.Kind == AutoRenew && lost >= 0:
				if end, at := m.keepaliveEnds(c, lost); !end {
					l.Kind, l.Notes = KeepaliveUnwatched, at
					out = append(out, l)
				}
			}
			return true
		}
		if i, ctx := m.houseSignal(c); i >= 0 && m.unused(c, i) {
			l := &Loss{Kind: ChannelDropped, Pos: c.pos(), API: named(c.recv.Type()) + "." + c.name(), Lock: ""}
			if ctx {
				l.Kind = ContextDropped
			}
			out = append(out, l)
		}
		return true
	})
	return out
}

// placeholder reports whether a lock is taken for its record alone, to hang a key on
// a session: nobody asks whether it was taken, gives it back or hands it on. Who
// holds one for the life of the process looks at least at the error.
func (m *Model) placeholder(c call) bool {
	res := c.common.Signature().Results()
	for i := range res.Len() {
		for _, v := range c.results(i) {
			if isError(v.Type()) && v.Referrers() != nil && len(*v.Referrers()) > 0 {
				return false
			}
		}
	}
	made := m.madeBy(c.recv, 0)
	if made == nil || made.Parent() != c.instr.Parent() {
		return false
	}
	for _, v := range newCall(made).results(0) {
		if v.Referrers() == nil {
			return false
		}
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.DebugRef, *ssa.BinOp:
			case *ssa.Call:
				if r != c.instr {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

// unused reports whether a result of a call is not used, or only compared with nil.
func (m *Model) unused(c call, i int) bool {
	for _, v := range c.results(i) {
		if m.usedSignal(v, 0) {
			return false
		}
	}
	return true
}

func (m *Model) usedSignal(v ssa.Value, depth int) bool {
	if v.Referrers() == nil || depth > 6 {
		return true
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.BinOp:
			if !isNilCompare(r) {
				return true
			}
		case *ssa.Phi, *ssa.ChangeType:
			if m.usedSignal(r.(ssa.Value), depth+1) {
				return true
			}
		case *ssa.Store:
			if r.Val != v {
				return true
			}
			switch a := r.Addr.(type) {
			case *ssa.Alloc:
				for _, l := range *a.Referrers() {
					if u, ok := l.(*ssa.UnOp); ok {
						if m.usedSignal(u, depth+1) {
							return true
						}
					} else if _, ok := l.(*ssa.Store); !ok {
						return true
					}
				}
			case *ssa.FieldAddr:
				f := origin.FieldVar(a.X.Type(), a.Field)
				if f == nil || f.Exported() || len(m.fieldReads(f)) > 0 {
					return true
				}
			default:
				return true
			}
		default:
			return true
		}
	}
	return false
}

// nilTaken reports whether an acquire that may return neither a channel nor an
// error, because it was told to stop or to try only once, is taken for done: the
// channel is received from right here, and never compared with nil.
func (m *Model) nilTaken(c call, o *Op, lost int) bool {
	if o.Stop == nil || o.Stop.IsConst() {
		return false
	}
	received := false
	for _, v := range c.results(lost) {
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.DebugRef:
			case *ssa.UnOp:
				received = received || r.Op == token.ARROW
			case *ssa.Select:
				received = true
			default:
				return false
			}
		}
	}
	return received && !m.asksContext(c.instr.Parent())
}

// asksContext reports whether a function looks at the error of a context: that
// too tells that the waiting for a lock was ended.
func (m *Model) asksContext(fn *ssa.Function) bool {
	found := false
	calls(fn, func(c call) bool {
		found = found || c.name() == "Err" && c.recv != nil && origin.IsContext(c.recv.Type())
		return !found
	})
	return found
}

var signalMethod = pattern.New(`^(?i:try)?(?i:lock|acquire|obtain|campaign|take)(?i:lock|lease|leadership|mutex|context|ctx|withcontext|withretry|withtimeout)*$`)

// houseSignal is the result of a lock method outside the catalogue that tells of
// the loss, by its type: Lock(…) (<-chan struct{}, error). It is -1 for none.
func (m *Model) houseSignal(c call) (at int, ctx bool) {
	if c.recv == nil || c.fn == nil || c.row() != nil || !signalMethod.MatchString(c.name()) {
		return -1, false
	}
	res := c.common.Signature().Results()
	if res.Len() < 2 || !isError(res.At(res.Len()-1).Type()) || !endsLock(c.recv.Type()) {
		return -1, false
	}
	first := res.At(0).Type()
	if ch, ok := first.Underlying().(*types.Chan); ok && ch.Dir() == types.RecvOnly {
		return 0, false
	}
	if origin.IsContext(first) && m.holds(c) {
		return 0, true
	}
	return -1, false
}

// endsLock reports whether a type has a method that ends a lock.
func endsLock(t types.Type) bool {
	set := types.NewMethodSet(t)
	for i := range set.Len() {
		if houseGive.MatchString(set.At(i).Obj().Name()) {
			return true
		}
	}
	return false
}

// holds reports whether a call takes a lock and returns with it.
func (m *Model) holds(c call) bool {
	for _, t := range m.callees(c) {
		if len(t.sum.Holds) > 0 {
			return true
		}
	}
	return false
}

// periodicDropped is a library's blocking renewal whose error, the only lost
// signal, nobody sees: Consul's RenewPeriodic.
func (m *Model) periodicDropped(fn *ssa.Function, c call) *Loss {
	for _, o := range m.callOp[c.instr] {
		if o.Kind != AutoRenew || o.Stop == nil || o.row == nil || o.row.Result("error") != 0 || m.toldByLibrary(o) {
			continue
		}
		l := &Loss{Kind: RenewalEnds, Pos: c.pos(), API: o.API, Lock: o.LockName()}
		switch in := c.instr.(type) {
		case *ssa.Go:
			l.Pos = in.Pos()
			return l
		case *ssa.Call:
			if heard, at := m.endedCall(in, fate{raised: true}, 0, map[*ssa.Function]bool{}); !heard {
				l.Notes = at
				return l
			}
		}
	}
	return nil
}

// keepaliveEnds reports whether somebody notices that the channel of a keepalive
// has been closed.
func (m *Model) keepaliveEnds(c call, lost int) (noticed bool, at []Note) {
	if m.unused(c, lost) {
		return false, nil
	}
	known := false
	for _, v := range c.results(lost) {
		ends, ok := m.receives(v, 0)
		if !ok {
			return true, nil
		}
		for _, in := range ends {
			known = true
			if heard, _ := m.closedHere(in); heard {
				return true, nil
			}
			at = append(at, Note{in.Pos(), "here it is drained"})
		}
	}
	return !known, at
}

// receives lists the receives from a channel; ok is false when it goes where it
// cannot be followed.
func (m *Model) receives(v ssa.Value, depth int) (out []ssa.Instruction, ok bool) {
	if v.Referrers() == nil || depth > 6 {
		return nil, false
	}
	add := func(x ssa.Value) bool {
		more, ok := m.receives(x, depth+1)
		out = append(out, more...)
		return ok
	}
	for _, r := range *v.Referrers() {
		good := true
		switch r := r.(type) {
		case *ssa.DebugRef, *ssa.BinOp:
		case *ssa.UnOp:
			if r.Op == token.ARROW {
				out = append(out, r)
			} else {
				good = add(r)
			}
		case *ssa.Select:
			out = append(out, r)
		case *ssa.Phi, *ssa.ChangeType:
			good = add(r.(ssa.Value))
		case *ssa.Store:
			switch a := r.Addr.(type) {
			case *ssa.Alloc:
				good = r.Val != v || add(a)
			case *ssa.FieldAddr:
				f := origin.FieldVar(a.X.Type(), a.Field)
				if good = f != nil && !f.Exported(); good {
					for _, read := range m.fieldReads(f) {
						good = good && add(read.v)
					}
				}
			default:
				good = false
			}
			if r.Addr == v {
				good = true
			}
		case *ssa.MakeClosure:
			if fv := origin.Captured(r, v); fv != nil {
				good = good && add(fv)
			}
		case ssa.CallInstruction:
			k := newCall(r)
			good = k.static != nil && len(k.static.Blocks) > 0
			for i, a := range k.operands() {
				if a == v && good {
					good = i < len(k.static.Params) && add(k.static.Params[i])
				}
			}
		default:
			good = false
		}
		if !good {
			return nil, false
		}
	}
	return out, true
}

// closedHere reports whether the function of a receive does something when the
// channel is closed, or those who wait for it do when it returns.
func (m *Model) closedHere(in ssa.Instruction) (heard bool, at []Note) {
	fn := in.Parent()
	t := m.newTeller(fn)
	v, _ := in.(ssa.Value)
	bad := m.assumeLoss(nil, refused)
	bad.call = v
	good := assumeSuccess(v)
	if sel, ok := in.(*ssa.Select); ok {
		pick := m.pick(sel)
		bad.given, good.given = pick, pick
	}
	f, _ := t.fateOf(newAnswer(in, good), bad)
	if f.told {
		return true, nil
	}
	if f.quiet.IsValid() || f.raised {
		return m.ended(fn, f, 0, map[*ssa.Function]bool{})
	}
	return false, nil
}

// pick settles which case a select takes: that of the keepalive channel.
func (m *Model) pick(sel *ssa.Select) func(ssa.Value) tri {
	return func(v ssa.Value) tri {
		b, ok := v.(*ssa.BinOp)
		if !ok || b.Op != token.EQL {
			return tUnknown
		}
		e, ok := b.X.(*ssa.Extract)
		n, isInt := constInt(b.Y)
		if !ok || !isInt || e.Tuple != ssa.Value(sel) || e.Index != 0 || int(n) >= len(sel.States) {
			return tUnknown
		}
		if keepaliveChan(sel.States[n].Chan.Type()) {
			return tTrue
		}
		return tFalse
	}
}

func keepaliveChan(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	if !ok {
		return false
	}
	return catalog.Known(ownerPackage(ch.Elem()))
}
