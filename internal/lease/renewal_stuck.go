package lease

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
)

// A ticker that is stopped ticks no more, and its channel is never closed: whoever
// waits for nothing else waits for ever. Taking the ticker away, tick.Stop() and
// tick = nil, is then no end of the loop that would have asked for it after the next
// tick: its goroutine stays, one more for each lock.

// stuckOn is the field whose ticker a renewal loop waits for and for nothing else,
// while others stop it; nil for none.
func (m *Model) stuckOn(fn *ssa.Function, inLoop map[*ssa.BasicBlock]bool) *types.Var {
	var tick *types.Var
	for _, b := range fn.Blocks {
		if !inLoop[b] {
			continue
		}
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Select:
				return nil // another case may end it
			case *ssa.UnOp:
				if in.Op != token.ARROW {
					continue
				}
				f := tickerField(m.of(in.X))
				if f == nil || tick != nil && tick != f {
					return nil
				}
				tick = f
			}
		}
	}
	if tick == nil || !m.onlyStopped(tick) {
		return nil
	}
	return tick
}

// tickerField is the field that holds the ticker behind a channel: l.tick of l.tick.C.
func tickerField(ch *origin.Value) *types.Var {
	if ch.Kind != origin.Field || ch.Text != "C" || len(ch.Parts) == 0 || ch.Parts[0] == nil || ch.Parts[0].Kind != origin.Field {
		return nil
	}
	f := ch.Parts[0].Var()
	if f == nil || types.Unalias(f.Type()).String() != "*time.Ticker" {
		return nil
	}
	return f
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
