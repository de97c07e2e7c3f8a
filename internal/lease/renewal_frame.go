package lease

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/pattern"
)

// endsWithFrame reports whether the function that starts a renewal also ends
// it: the stop is cancelled or closed by a defer of its frame (or on every way
// out), or by somebody who waits for the caller's context.
func (m *Model) endsWithFrame(c call, s *origin.Value) bool {
	fn := c.instr.Parent()
	for x := s; x != nil && x.Kind == origin.Ctx; x = x.Parts[0] {
		if x.Text == origin.CtxBackground || x.Text == origin.CtxTODO || x.Text == origin.CtxWithoutCancel {
			return false // what ends above a WithoutCancel does not end it
		}
		if e, ok := x.SSA().(*ssa.Extract); ok {
			if made, ok := e.Tuple.(*ssa.Call); ok && m.calledWithFrame(c, made, e.Index+1) {
				return true
			}
		}
		if len(x.Parts) == 0 {
			return false
		}
	}
	switch s.Kind {
	case origin.Field, origin.Global, origin.Fresh:
		return m.closedWithFrame(fn, c, s)
	}
	return false
}

// calledWithFrame reports whether result i of a call, a cancel function, is
// called when the frame ends or when the caller's context does.
func (m *Model) calledWithFrame(c call, made *ssa.Call, i int) bool {
	if made.Referrers() == nil || !within(c.instr.Parent(), made.Parent()) {
		return false // made by the renewal itself, or by a helper: not this frame's
	}
	for _, ref := range *made.Referrers() {
		e, ok := ref.(*ssa.Extract)
		if ok && e.Index == i && (deferredUse(e, 0) || m.calledOnDone(e, 0) || m.onEveryWay(c, func(in ssa.Instruction) bool { return callsValue(in, e) })) {
			return true
		}
	}
	return false
}

// callsValue reports whether an instruction calls a function value, straight or
// through a local variable.
func callsValue(in ssa.Instruction, v ssa.Value) bool {
	ci, ok := in.(*ssa.Call)
	if !ok {
		return false
	}
	f := ci.Call.Value
	if u, ok := f.(*ssa.UnOp); ok && u.Op == token.MUL {
		if a, ok := u.X.(*ssa.Alloc); ok {
			for _, ref := range *a.Referrers() {
				if st, ok := ref.(*ssa.Store); ok && st.Addr == a && st.Val == v {
					return true
				}
			}
		}
	}
	return isFunc(f, v, 0)
}

// isFunc reports whether a called value is v, or v where it is anything: a
// variable that stays nil when nothing was started is called only after a start.
func isFunc(f, v ssa.Value, depth int) bool {
	switch x := f.(type) {
	case *ssa.ChangeType:
		return isFunc(x.X, v, depth)
	case *ssa.Phi:
		found := false
		for _, e := range x.Edges {
			if k, ok := e.(*ssa.Const); ok && k.Value == nil {
				continue
			}
			if depth > 2 || !isFunc(e, v, depth+1) {
				return false
			}
			found = true
		}
		return found
	}
	return f == v
}

// onEveryWay reports whether each way from the start of a renewal to a return
// of its frame passes an instruction that ends it. A panic is not looked at.
func (m *Model) onEveryWay(c call, ends func(ssa.Instruction) bool) bool {
	a, all, found := assumeSuccess(nil).knowing(c.instr.Block()), true, false
	a.reach(c.instr, func(in ssa.Instruction) bool {
		if ends(in) {
			found = true
			return false
		}
		if _, ok := in.(*ssa.Return); ok {
			all = false
		}
		return true
	})
	return all && found
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

// closedWithFrame reports whether a stop channel is closed (or sent to) when
// the frame ends, or by a goroutine that waits for the caller's context.
func (m *Model) closedWithFrame(fn *ssa.Function, c call, s *origin.Value) bool {
	closes := func(in ssa.Instruction) bool {
		if snd, ok := in.(*ssa.Send); ok {
			return origin.Compare(m.of(snd.Chan), s) == origin.Strong
		}
		ci, ok := in.(ssa.CallInstruction)
		if !ok {
			return false
		}
		b, ok := ci.Common().Value.(*ssa.Builtin)
		return ok && b.Name() == "close" && origin.Compare(m.of(ci.Common().Args[0]), s) == origin.Strong
	}
	if m.onEveryWay(c, closes) {
		return true
	}
	found := false
	var look func(f *ssa.Function, deferred bool)
	look = func(f *ssa.Function, deferred bool) {
		deferred = deferred || m.waitsForContext(f)
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if _, isDefer := in.(*ssa.Defer); closes(in) && (isDefer && f == fn || deferred) {
					found = true
				}
			}
		}
		for _, a := range f.AnonFuncs {
			d := deferred
			for _, use := range closureUses(f, a) {
				switch use := use.(type) {
				case *ssa.Defer:
					d = true
				case *ssa.Call:
					d = d || m.onDone(newCall(use))
				}
			}
			look(a, d)
		}
	}
	look(fn, false)
	return found
}

var stopWord = pattern.New(`(?i)^(stop|close|release|unlock|cancel|shutdown|leave|end|free|finish|exit|resign|revoke|destroy|drop|unregister|deregister|orphan|abandon)`)

func releaseName(name string) bool { return stopWord.MatchString(name) }

// frameEnds reports whether the frame defers a release that ends the renewal: a
// method of the handle that the call returned, or of the value that it started
// from, while the renewal has a stop that a release can reach.
func (m *Model) frameEnds(c call, l *Loop) bool {
	stoppable := l.Released
	for _, s := range l.Stops {
		stoppable = stoppable || m.stopTieAlone(s) == ReleaseOnly
	}
	if !stoppable {
		return false
	}
	var mine []*origin.Value
	if c.recv != nil {
		mine = append(mine, m.of(c.recv))
	}
	made, _ := c.instr.(*ssa.Call)
	fn := c.instr.Parent()
	found := false
	check := func(d call) {
		if d.recv != nil {
			if made != nil && m.madeBy(d.recv, 0) == made {
				found = true
			}
			if releaseName(d.name()) {
				o := m.of(d.recv)
				for _, x := range mine {
					found = found || origin.Compare(x, o) == origin.Strong
				}
			}
			return
		}
		// defer cancel(): the function that the acquire gave back
		if made != nil && d.static == nil && m.madeBy(d.common.Value, 0) == made {
			found = true
		}
	}
	calls(fn, func(d call) bool {
		if _, ok := d.instr.(*ssa.Defer); !ok {
			return true
		}
		check(d)
		for _, f := range m.closuresAt(d.instr) {
			calls(f, func(e call) bool { check(e); return true })
		}
		return true
	})
	return found
}
