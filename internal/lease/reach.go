package lease

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// lastStore is the store to a variable, a local or a captured one, that reaches
// an instruction in straight-line code.
func lastStore(variable ssa.Value, at ssa.Instruction) *ssa.Store {
	b := at.Block()
	i := len(b.Instrs)
	for j, in := range b.Instrs {
		if in == at {
			i = j
		}
	}
	for hops := 0; b != nil && hops < 32; hops++ {
		for j := i - 1; j >= 0; j-- {
			if st, ok := b.Instrs[j].(*ssa.Store); ok && st.Addr == variable {
				return st
			}
		}
		if len(b.Preds) != 1 {
			return nil
		}
		b = b.Preds[0]
		i = len(b.Instrs)
	}
	return nil
}

// phi is what all values agree on that can have come to where ways come together,
// round loops too.
func (a *assumption) phi(p *ssa.Phi) tri {
	out, any := tUnknown, false
	seen := map[*ssa.Phi]bool{p: true}
	for work := []*ssa.Phi{p}; len(work) > 0; {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		for i, e := range p.Edges {
			pred := p.Block().Preds[i]
			if !a.edgeAlive(pred, p.Block()) || a.entered[p.Block()] && !a.left[pred] {
				continue
			}
			if q, ok := e.(*ssa.Phi); ok && a.unsettled(q) {
				if !seen[q] {
					seen[q] = true
					work = append(work, q)
				}
				continue
			}
			t := a.eval(e)
			if any && out != t {
				return tUnknown
			}
			out, any = t, true
		}
	}
	return out
}

// unsettled reports whether nothing is known of a value beforehand.
func (a *assumption) unsettled(v ssa.Value) bool {
	_, fixed := a.fixed[v]
	_, known := a.memo[v]
	return !fixed && !known && a.given == nil
}

// edgeAlive is false when the branch at the end of pred certainly goes elsewhere.
func (a *assumption) edgeAlive(pred, to *ssa.BasicBlock) bool {
	if len(pred.Instrs) == 0 {
		return true
	}
	br, ok := pred.Instrs[len(pred.Instrs)-1].(*ssa.If)
	if !ok {
		// A block that only leads here: alive if one of its own edges is, or if the walk
		// has come through it, since it may have begun there.
		if len(pred.Preds) == 1 && !a.left[pred] {
			return a.edgeAlive(pred.Preds[0], pred)
		}
		return true
	}
	switch a.eval(br.Cond) {
	case tTrue:
		return pred.Succs[0] == to
	case tFalse:
		return pred.Succs[1] == to
	}
	return true
}

// reach walks forward from the instruction after start, following only
// branches that are possible under the assumption, and calls visit for each
// instruction; visit returns false to stop along that path (the lock was
// released).
func (a *assumption) reach(start ssa.Instruction, visit func(ssa.Instruction) bool) {
	b := start.Block()
	at := 0
	for i, in := range b.Instrs {
		if in == start {
			at = i + 1
		}
	}
	a.walk(b, at, start, visit)
}

// knowing adds what the branches before a block have decided: under
// if lock != nil { … } the lock is not nil, and a later test finds the same.
func (a *assumption) knowing(b *ssa.BasicBlock) *assumption {
	for ; b != nil; b = b.Idom() {
		p := b.Idom()
		if p == nil || len(b.Preds) != 1 || b.Preds[0] != p {
			continue
		}
		br, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		held := p.Succs[0] == b
		a.memo[br.Cond] = tFalse
		if held {
			a.memo[br.Cond] = tTrue
		}
		if cmp, ok := br.Cond.(*ssa.BinOp); ok && isNilCompare(cmp) {
			x := cmp.X
			if k, ok := x.(*ssa.Const); ok && k.Value == nil {
				x = cmp.Y
			}
			a.memo[x] = tNil
			if held == (cmp.Op == token.NEQ) {
				a.memo[x] = tNonNil
			}
		}
	}
	return a
}

// reachAll is reach from the entry of a function.
func (a *assumption) reachAll(fn *ssa.Function, visit func(ssa.Instruction) bool) {
	if len(fn.Blocks) > 0 {
		a.walk(fn.Blocks[0], 0, nil, visit)
	}
}

// assumeParam assumes that a parameter is nil, or that it is not.
func assumeParam(p *ssa.Parameter, t tri) *assumption {
	a := assumeSuccess(nil)
	a.memo[p] = t
	return a
}

func (a *assumption) walk(b *ssa.BasicBlock, at int, start ssa.Instruction, visit func(ssa.Instruction) bool) {
	seen := map[*ssa.BasicBlock]bool{}
	type item struct {
		b    *ssa.BasicBlock
		from int
	}
	work := []item{{b, at}}
	for len(work) > 0 {
		it := work[len(work)-1]
		work = work[:len(work)-1]
		stopped := false
		for _, in := range it.b.Instrs[it.from:] {
			if in == start {
				stopped = true // round a loop to the acquire again
				break
			}
			if !visit(in) {
				stopped = true
				break
			}
		}
		if stopped {
			continue
		}
		for _, s := range it.b.Succs {
			if !seen[s] && (len(it.b.Succs) == 1 || a.edgeAlive(it.b, s)) {
				seen[s] = true
				work = append(work, item{s, 0})
			}
		}
	}
}
