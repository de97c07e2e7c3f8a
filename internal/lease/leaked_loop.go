package lease

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/pattern"
)

// nextRound is the end of a round of the acquire's loop that still holds the lock,
// while other rounds release it; nil when there is none.
func (k *keeping) nextRound() token.Pos {
	in := loopBlocks(k.o.fn)
	at := k.o.instr.Block()
	if !in[at] {
		return token.NoPos
	}
	releases := false
	for e, end := range k.ends {
		releases = releases || !end.deferred && in[e.Block()] && !onErrorPath(e) && reachesBlock(e.Block(), at)
	}
	if !releases {
		return token.NoPos
	}
	return k.around()
}

// around is the last statement of a way that leads to the acquire again.
func (k *keeping) around() token.Pos {
	at, again := k.o.instr.Block(), false
	for _, p := range at.Preds {
		again = again || k.walk.has(p.Instrs[len(p.Instrs)-1]) && k.a.edgeAlive(p, at)
	}
	if !again {
		return token.NoPos
	}
	found := token.NoPos
	for _, in := range k.walk.order {
		b := in.Block()
		last := b.Instrs[len(b.Instrs)-1]
		if in != last {
			continue
		}
		for _, s := range b.Succs {
			if (s.Dominates(at) && b != s || s == at) && k.a.edgeAlive(b, s) && !found.IsValid() {
				found = lastPositioned(b)
			}
		}
	}
	return found
}

// lastPositioned is the last instruction of a block, or of the blocks that only
// lead to it, that stands in the source.
func lastPositioned(b *ssa.BasicBlock) token.Pos {
	for hops := 0; hops < 4; hops++ {
		for i := len(b.Instrs) - 1; i >= 0; i-- {
			if b.Instrs[i].Pos().IsValid() {
				return b.Instrs[i].Pos()
			}
		}
		if len(b.Preds) != 1 {
			break
		}
		b = b.Preds[0]
	}
	return token.NoPos
}

// abandoned is the return of a loop that takes a lock for each of several keys
// and gives up when one of them is refused, without giving back those before it.
func (m *Model) abandoned(o *Op, k *keeping) token.Pos {
	if !loopBlocks(o.fn)[o.instr.Block()] || k.gone || !m.variesInLoop(o) || !k.around().IsValid() {
		return token.NoPos
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
			return token.NoPos
		}
	}
	for _, ref := range m.turnedDown(o) {
		e := ref.a.explore(o.instr, m.again(o))
		for _, in := range e.order {
			if r, ok := in.(*ssa.Return); ok && r.Pos().IsValid() {
				return r.Pos()
			}
		}
	}
	return token.NoPos
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
var finishWord = pattern.New(`(?i)(release|unlock|free|giveback|give_back|resign|undo|rollback|abort|clean|finish|complete|done|close|stop|shutdown|revoke|expire|drop|relinquish|leave|exit|reset|clear|remove|delete)`)

func finishName(name string) bool { return finishWord.MatchString(name) }

func isContextValue(v ssa.Value) bool { return origin.IsContext(v.Type()) }
