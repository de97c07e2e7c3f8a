package lease

import (
	"regexp"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
)

// nextRound is the end of a round of the acquire's loop that still holds the lock,
// while other rounds release it; nil when there is none.
func (k *keeping) nextRound() ssa.Instruction {
	in := loopBlocks(k.o.fn)
	at := k.o.instr.Block()
	if !in[at] {
		return nil
	}
	releases := false
	for e, end := range k.ends {
		releases = releases || !end.deferred && in[e.Block()] && !onErrorPath(e) && reachesBlock(e.Block(), at)
	}
	if !releases {
		return nil
	}
	return k.around()
}

// around is the last statement of a way that leads to the acquire again.
func (k *keeping) around() ssa.Instruction {
	var found ssa.Instruction
	for _, in := range k.walk.order {
		b := in.Block()
		last := b.Instrs[len(b.Instrs)-1]
		if in != last {
			continue
		}
		for _, s := range b.Succs {
			if s.Dominates(k.o.instr.Block()) && b != s || s == k.o.instr.Block() {
				if at := lastPositioned(b); at != nil && found == nil {
					found = at
				}
			}
		}
	}
	return found
}

// lastPositioned is the last instruction of a block, or of the blocks that only
// lead to it, that stands in the source.
func lastPositioned(b *ssa.BasicBlock) ssa.Instruction {
	for hops := 0; hops < 4; hops++ {
		for i := len(b.Instrs) - 1; i >= 0; i-- {
			if b.Instrs[i].Pos().IsValid() {
				return b.Instrs[i]
			}
		}
		if len(b.Preds) != 1 {
			return nil
		}
		b = b.Preds[0]
	}
	return nil
}

func reachesBlock(from, to *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range b.Succs {
			if s == to {
				return true
			}
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return false
}

// abandoned is the return of a loop that takes a lock for each of several keys
// and gives up when one of them is refused, without giving back those before it.
func (m *Model) abandoned(o *Op, k *keeping) ssa.Instruction {
	if !loopBlocks(o.fn)[o.instr.Block()] || k.gone || !m.variesInLoop(o) || k.around() == nil {
		return nil
	}
	for f := o.fn; f != nil; f = f.Parent() {
		undone := false
		calls(f, func(c call) bool {
			for _, e := range m.callOp[c.instr] {
				undone = undone || e.Kind == End
			}
			undone = undone || finishName(c.name())
			return !undone
		})
		if undone {
			return nil
		}
	}
	for _, ref := range m.turnedDown(o) {
		e := ref.a.explore(o.instr, func(in ssa.Instruction) bool { return m.acquiresAgain(in, o) })
		for _, in := range e.order {
			if r, ok := in.(*ssa.Return); ok && r.Pos().IsValid() {
				return r
			}
		}
	}
	return nil
}

// variesInLoop reports whether each round asks for another key.
func (m *Model) variesInLoop(o *Op) bool {
	in := loopBlocks(o.fn)
	for _, a := range o.call.args {
		if i, ok := a.(ssa.Instruction); ok && in[i.Block()] && !origin.IsContext(a.Type()) {
			if v := m.of(a); v.Kind == origin.Elem || v.Kind == origin.Format || v.Kind == origin.Field || v.Kind == origin.Call {
				varies := false
				origin.Walk(v, func(p *origin.Value) bool {
					if s, ok := p.SSA().(ssa.Instruction); ok && s.Parent() == o.fn && in[s.Block()] {
						varies = varies || p.Kind == origin.Elem
					}
					return !varies
				})
				if varies {
					return true
				}
			}
		}
	}
	return false
}

// finishWord are names of functions that may end a lock among other things.
var finishWord = regexp.MustCompile(`(?i)(release|unlock|free|giveback|give_back|resign|undo|rollback|abort|clean|finish|complete|done|close|stop|shutdown|revoke|expire|drop|relinquish|leave|exit|reset|clear|remove|delete)`)

func finishName(name string) bool { return finishWord.MatchString(name) }

func isContextValue(v ssa.Value) bool { return origin.IsContext(v.Type()) }
