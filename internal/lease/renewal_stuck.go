package lease

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
)

// A ticker that is stopped ticks no more, and its channel is never closed: whoever
// waits for nothing else waits for ever. The renewal is over then, which is what a
// release wants that stops a ticker in a field. A loop that asks after each tick
// whether the ticker is gone, tick == nil, is meant to end, and never gets to ask: its
// goroutine stays, one more for each lock.

// stuckOn is the field whose ticker a renewal loop waits for and for nothing else, while
// others stop it, and that it asks for in vain; nil for none. ended is true where a
// release that stops the ticker ends the renewal.
func (m *Model) stuckOn(fn *ssa.Function, inLoop map[*ssa.BasicBlock]bool) (stuck *types.Var, ended bool) {
	var tick *types.Var
	asks := false
	for _, b := range fn.Blocks {
		if !inLoop[b] {
			continue
		}
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Select:
				return nil, false // another case may end it
			case *ssa.UnOp:
				if in.Op != token.ARROW {
					continue
				}
				f := tickerField(m.of(in.X))
				if f == nil || tick != nil && tick != f {
					return nil, false
				}
				tick = f
			case *ssa.BinOp:
				if u, ok := in.X.(*ssa.UnOp); ok && isNilCompare(in) {
					fa, field := u.X.(*ssa.FieldAddr)
					asks = asks || field && tickerType(origin.FieldVar(fa.X.Type(), fa.Field))
				}
			}
		}
	}
	switch {
	case tick == nil:
		return nil, false
	case !asks:
		return nil, m.stoppedElsewhere(tick, fn)
	case m.onlyStopped(tick):
		return tick, false
	}
	return nil, false
}

// stoppedElsewhere reports whether another function than the loop's stops the ticker of
// a field.
func (m *Model) stoppedElsewhere(f *types.Var, loop *ssa.Function) bool {
	for _, read := range m.fieldReads(f) {
		if read.v.Referrers() == nil {
			continue
		}
		for _, r := range *read.v.Referrers() {
			c, ok := r.(ssa.CallInstruction)
			if ok && newCall(c).name() == "Stop" && !within(r.Parent(), loop) && !m.inTest(r.Parent()) {
				return true
			}
		}
	}
	return false
}

// tickerField is the field that holds the ticker behind a channel: l.tick of l.tick.C.
func tickerField(ch *origin.Value) *types.Var {
	if ch.Kind != origin.Field || ch.Text != "C" || len(ch.Parts) == 0 || ch.Parts[0] == nil || ch.Parts[0].Kind != origin.Field {
		return nil
	}
	f := ch.Parts[0].Var()
	if !tickerType(f) {
		return nil
	}
	return f
}

func tickerType(f *types.Var) bool {
	return f != nil && types.Unalias(f.Type()).String() == "*time.Ticker"
}

// onlyStopped reports whether the package stops the ticker of a field, and neither
// sets it going again nor lets others have it.
func (m *Model) onlyStopped(f *types.Var) bool {
	if f.Exported() {
		return false
	}
	stopped := false
	for _, read := range m.fieldReads(f) {
		if read.v.Referrers() == nil {
			return false
		}
		for _, r := range *read.v.Referrers() {
			switch r := r.(type) {
			case *ssa.DebugRef, *ssa.BinOp, *ssa.FieldAddr:
			case ssa.CallInstruction:
				if newCall(r).name() != "Stop" {
					return false
				}
				stopped = true
			default:
				return false
			}
		}
	}
	return stopped
}
