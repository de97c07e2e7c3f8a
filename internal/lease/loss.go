package lease

import (
	"go/token"
	"go/types"
	"sort"

	"golang.org/x/tools/go/ssa"
)

// LossKind says how a lost signal gets lost.
type LossKind uint8

const (
	AnswerDropped      LossKind = iota // nobody looks at the answer of a renewal
	AnswerLogged                       // it is only printed, and the renewal goes on
	RenewalEnds                        // the renewal ends and tells nobody
	ChannelDropped                     // the channel that is closed on loss
	NilChannel                         // no channel and no error: not acquired, and taken for acquired
	ContextDropped                     // the context that is cancelled on loss
	LeaderContext                      // that of OnStartedLeading, while nothing else stops the work
	SessionUnwatched                   // a session whose end nobody watches
	LockUnwatched                      // a lock that its library renews, and of whose loss nobody asks to be told
	KeepaliveUnwatched                 // a keepalive channel whose end nobody notices
)

// Loss is a lost signal that nobody acts on.
type Loss struct {
	Kind LossKind
	Pos  token.Pos
	API  string // the call or callback that gives the signal
	Lock string // names the lock, "" when it is not known
	// Notes are places that explain it.
	Notes []Note
}

// Note is a place and what happens there.
type Note struct {
	Pos  token.Pos
	Text string
}

// Losses lists the lost signals of the package that nobody acts on, in source
// order.
func (m *Model) Losses() []*Loss {
	var out []*Loss
	for _, fn := range m.fns {
		out = append(out, m.swallowed(fn)...)
		out = append(out, m.droppedSignals(fn)...)
		out = append(out, m.unwatchedSessions(fn)...)
		out = append(out, m.unwatchedLocks(fn)...)
		out = append(out, m.deafLeaders(fn)...)
	}
	seen := map[token.Pos]bool{}
	kept := out[:0]
	for _, l := range out {
		if l.Pos.IsValid() && !seen[l.Pos] {
			seen[l.Pos] = true
			kept = append(kept, l)
		}
	}
	sort.SliceStable(kept, func(i, j int) bool { return kept[i].Pos < kept[j].Pos })
	return kept
}

// beat is a renewal that a function makes again and again.
type beat struct {
	call *ssa.Call
	op   *Op
}

// beats lists the renewals that a function makes in a loop, in a chain of timers,
// or in a goroutine of its own after a pause.
func (m *Model) beats(fn *ssa.Function) []beat {
	if !m.reachesRenewal(fn) {
		return nil
	}
	inLoop := loopBlocks(fn)
	always := m.rearms(fn) || m.periodicBody(fn)
	waits := len(inLoop) > 0 && m.waits(fn, inLoop, 0)
	once := !waits && !always && m.startedAlone(fn) && m.waits(fn, nil, 0)
	var out []beat
	calls(fn, func(c call) bool {
		v := c.value()
		if v == nil || m.calledLoop(c) != nil {
			return true // a loop of the callee's is judged there
		}
		looped := inLoop[v.Block()] && repeats(c)
		paced := always || once && m.pausesBefore(v) || looped && waits
		if !paced && !(looped && m.sameEachRound(c, inLoop)) {
			return true
		}
		for _, o := range m.callOp[c.instr] {
			if m.renews(o) && (o.row == nil || o.row.Link != "queued") {
				out = append(out, beat{v, o})
				return true
			}
		}
		if paced && !once {
			if o := m.takesAgain(fn, c); o != nil {
				out = append(out, beat{v, o})
			}
		}
		return true
	})
	return out
}

// pausesBefore reports whether a function waits on some way to a call. What is done
// at once, before any pause, prolongs nothing that has run for a while.
func (m *Model) pausesBefore(v *ssa.Call) bool {
	before := leadsTo(v.Block())
	if before[v.Block()] || m.waits(v.Parent(), before, 0) {
		return true
	}
	for _, in := range v.Block().Instrs {
		switch x := in.(type) {
		case *ssa.UnOp:
			if x.Op == token.ARROW {
				return true
			}
		case *ssa.Select:
			if x.Blocking {
				return true
			}
		case *ssa.Call:
			if x == v {
				return false
			}
			if c := newCall(x); waitName(c.name()) || c.static != nil && len(c.static.Blocks) > 0 && m.waits(c.static, nil, 1) {
				return true
			}
		}
	}
	return false
}

// sameEachRound reports whether a call in a loop renews the same lock in each
// round: what it is called on, and its arguments, come from outside the loop. A
// loop through a list of locks renews each of them once.
func (m *Model) sameEachRound(c call, inLoop map[*ssa.BasicBlock]bool) bool {
	for _, v := range c.operands() {
		for hops := 0; hops < 6; hops++ {
			u, ok := v.(*ssa.UnOp)
			if !ok {
				break
			}
			if v = u.X; v == nil {
				break
			}
			if fa, ok := v.(*ssa.FieldAddr); ok {
				v = fa.X
			}
		}
		switch v := v.(type) {
		case *ssa.Phi, *ssa.Extract, *ssa.IndexAddr, *ssa.Index, *ssa.Lookup:
			if in, ok := v.(ssa.Instruction); ok && inLoop[in.Block()] {
				return false
			}
		}
	}
	return true
}

// startedAlone reports whether a function is the body of a go statement.
func (m *Model) startedAlone(fn *ssa.Function) bool {
	for _, s := range m.usesOf(fn) {
		if _, ok := s.(*ssa.Go); ok {
			return true
		}
	}
	return false
}

// periodicBody reports whether a function is run again and again by a helper.
func (m *Model) periodicBody(fn *ssa.Function) bool {
	for _, s := range m.usesOf(fn) {
		if ci, ok := s.(ssa.CallInstruction); ok && m.periodic(newCall(ci)) {
			return true
		}
	}
	return false
}

// usesOf lists the instructions of the package that call a function or hand it
// over. Calls through an interface are not among them.
func (m *Model) usesOf(fn *ssa.Function) []ssa.Instruction {
	if m.uses == nil {
		m.uses = map[*ssa.Function][]ssa.Instruction{}
		for _, f := range m.fns {
			for _, b := range f.Blocks {
				for _, in := range b.Instrs {
					m.addUses(in)
				}
			}
		}
	}
	return m.uses[fn]
}

func (m *Model) addUses(in ssa.Instruction) {
	ci, isCall := in.(ssa.CallInstruction)
	if isCall {
		c := newCall(ci)
		if c.static != nil {
			m.uses[c.static] = append(m.uses[c.static], in)
		} else if f := m.funcValue(c.common.Value, 0); f != nil && !c.common.IsInvoke() {
			m.uses[f] = append(m.uses[f], in)
		}
		for _, a := range c.common.Args {
			if f := m.functionOf(a); f != nil {
				m.uses[f] = append(m.uses[f], in)
			}
		}
		return
	}
	switch in := in.(type) {
	case *ssa.Store:
		if _, local := in.Addr.(*ssa.Alloc); local {
			return // followed by funcValue
		}
		if f := m.functionOf(in.Val); f != nil {
			m.uses[f] = append(m.uses[f], in)
		}
	case *ssa.Return, *ssa.MapUpdate, *ssa.Send:
		for _, op := range in.Operands(nil) {
			if op != nil && *op != nil {
				if f := m.functionOf(*op); f != nil {
					m.uses[f] = append(m.uses[f], in)
				}
			}
		}
	}
}

// functionOf is the function of the package that a value is, nil for none: of a
// method value the method.
func (m *Model) functionOf(v ssa.Value) *ssa.Function {
	if _, ok := v.Type().Underlying().(*types.Signature); !ok {
		return nil
	}
	f := m.funcValue(v, 0)
	if f == nil || f.Synthetic == "" {
		return f
	}
	if obj, ok := f.Object().(*types.Func); ok {
		if g := f.Prog.FuncValue(obj); g != nil && len(g.Blocks) > 0 {
			return g
		}
	}
	return f
}
