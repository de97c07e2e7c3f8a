package lease

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
)

// ending is a release of a lock, as seen from the function that acquired it.
type ending struct {
	// deferred is true for a release that runs when the function returns.
	deferred bool
	// conditional is true for one that a closure makes under a condition of its own.
	conditional bool
	// several is the head of a loop that gives back locks which were collected: those
	// that were granted, and maybe none.
	several *ssa.BasicBlock
	// certain is true when it is this lock for sure, and not another one whose key
	// cannot be told apart.
	certain bool
	// at is where it is made: in a closure, behind the defer.
	at token.Pos
	// compares is true for one that does nothing to another holder's lock.
	compares bool
}

// endingAt reports whether an instruction releases the lock that o acquired.
func (m *Model) endingAt(in ssa.Instruction, o *Op) (ending, bool) {
	ci, ok := in.(ssa.CallInstruction)
	if !ok {
		return ending{}, false
	}
	if _, isGo := in.(*ssa.Go); isGo {
		return ending{}, false
	}
	e, ok := m.endingCall(ci, o, 0)
	if !e.at.IsValid() {
		e.at = in.Pos()
	}
	if _, isDefer := in.(*ssa.Defer); isDefer {
		e.deferred = true
	} else if !ok {
		return ending{}, false // most calls: the loops are looked for behind releases only
	} else if e.several = releaseLoop(in, o); e.several != nil {
		e.conditional = true
	} else if c, isCall := in.(*ssa.Call); isCall && handedToDefer(c) {
		e.deferred = true // defer client.Do(script.Cmd(…)): built here, sent at the end
	}
	return e, ok
}

// releaseLoop is the head of the loop that an instruction stands in and the acquire
// does not.
func releaseLoop(in ssa.Instruction, o *Op) *ssa.BasicBlock {
	b := in.Block()
	if in.Parent() != o.fn || !loopBlocks(o.fn)[b] {
		return nil
	}
	for h := b; h != nil; h = h.Idom() {
		if !h.Dominates(o.instr.Block()) && slices.ContainsFunc(h.Preds, func(p *ssa.BasicBlock) bool { return h.Dominates(p) && (p == b || reachesBlock(b, p)) }) {
			return h
		}
	}
	return nil
}

func (m *Model) endingCall(ci ssa.CallInstruction, o *Op, depth int) (ending, bool) {
	com := ci.Common()
	if !com.IsInvoke() && com.StaticCallee() == nil {
		if from := m.madeBy(com.Value, 0); from != nil && from == o.instr {
			return ending{compares: true, certain: true}, true // unlock() of a function that the acquire returned
		}
	}
	inside := map[*ssa.Function]bool{}
	if depth < 3 {
		for _, f := range m.closuresAt(ci) {
			inside[f] = true
			if e, ok := m.endingIn(f, o, depth+1); ok {
				return e, true
			}
		}
	}
	for _, e := range m.callOp[ci] {
		if e.Kind == End && m.sameLock(o, e) && (e.from == nil || !inside[e.from.fn]) {
			// What an in-house release compares is not in sight.
			return ending{compares: e.Compares && !e.House, certain: m.certainly(o, e), conditional: passable(e.from)}, true
		}
	}
	if m.houseEnds(newCall(ci), o) {
		return ending{certain: true}, true
	}
	return ending{}, m.releases(ci, o)
}

// passable reports whether a callee can return without the operation that it is
// called for: if !l.held { return }.
func passable(o *Op) bool {
	if o == nil || o.fn == nil || o.instr == nil {
		return false
	}
	around := false
	assumeSuccess(nil).reachAll(o.fn, func(in ssa.Instruction) bool {
		if in == ssa.Instruction(o.instr) {
			return false
		}
		_, returns := in.(*ssa.Return)
		around = around || returns
		return true
	})
	return around
}

// certainly reports whether e ends the very lock that o acquired.
func (m *Model) certainly(o, e *Op) bool {
	if m.identical(o.Key, e.Key) {
		return true
	}
	if v, ok := o.instr.(*ssa.Call); ok {
		if e.Handle != nil && derivedFrom(e.Handle, v, 0) {
			return true
		}
		if e.call.recv != nil && m.madeBy(e.call.recv, 0) == v {
			return true
		}
	}
	if o.Session && (o.Key == nil || e.Key == nil) {
		return false // one connection holds many
	}
	return o.Handle != nil && e.Handle != nil && (o.Key == nil || e.Key == nil) && origin.Compare(o.Handle, e.Handle) == origin.Strong
}

// endingIn looks for a release in a closure that a call runs. It is conditional
// when the closure can also return without it.
func (m *Model) endingIn(f *ssa.Function, o *Op, depth int) (ending, bool) {
	var found ending
	ok := false
	around := false
	assumeSuccess(nil).reachAll(f, func(in ssa.Instruction) bool {
		if ci, isCall := in.(ssa.CallInstruction); isCall {
			if e, ends := m.endingCall(ci, o, depth); ends {
				found, ok = e, true
				if !found.at.IsValid() {
					found.at = in.Pos()
				}
				return false
			}
		}
		if _, returns := in.(*ssa.Return); returns {
			around = true
		}
		return true
	})
	found.conditional = found.conditional || around
	return found, ok
}

// endsBefore are the releases that a function defers before it acquires the
// lock: they run however that turns out.
func (m *Model) endsBefore(o *Op) []ssa.Instruction {
	var out []ssa.Instruction
	for _, d := range defersBefore(o.instr) {
		if e, ends := m.endingAt(d, o); ends && !e.conditional && e.certain {
			out = append(out, d)
		}
	}
	return out
}

// defersBefore are the defers that stand on every way to an instruction.
func defersBefore(at ssa.Instruction) []*ssa.Defer {
	var out []*ssa.Defer
	for _, b := range at.Parent().Blocks {
		for _, in := range b.Instrs {
			if d, ok := in.(*ssa.Defer); ok && precedes(d, at) {
				out = append(out, d)
			}
		}
	}
	return out
}
