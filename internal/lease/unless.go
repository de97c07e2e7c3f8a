package lease

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
)

// markUnless notes the parameters that keep an operation from happening:
//
//	if data == nil { return }
//	if dryRun { return }
//
// A caller that passes nil, or the constant, does not come to it. Of closures that
// the function runs, the tests of what they capture are known too.
func markUnless(fn *ssa.Function, ops []*Op) {
	for i, o := range ops {
		if o.fn != fn && len(o.Unless)+len(o.UnlessTrue) > 0 {
			n := *o
			n.Unless, n.UnlessTrue = nil, nil // parameters of the closure
			ops[i] = &n
		}
	}
	if len(ops) == 0 {
		return
	}
	for i, p := range fn.Params {
		switch {
		case comparedWithNil(p):
			noteUnless(fn, ops, p, tNil, func(o *Op) { o.Unless = append(o.Unless, i) })
		case isFlag(p):
			noteUnless(fn, ops, p, tFalse, func(o *Op) { o.Unless = append(o.Unless, i) })
			noteUnless(fn, ops, p, tTrue, func(o *Op) { o.UnlessTrue = append(o.UnlessTrue, i) })
		}
	}
}

// noteUnless calls note for the operations that are not reached if p has the value t.
func noteUnless(fn *ssa.Function, ops []*Op, p *ssa.Parameter, t tri, note func(*Op)) {
	reached := map[*ssa.Function]map[ssa.Instruction]bool{fn: reachedUnder(assumeParam(p, t), fn)}
	for i, o := range ops {
		if o.fn == nil || o.fn != fn && o.fn.Parent() != fn {
			continue
		}
		r, done := reached[o.fn]
		if !done {
			if loads := capturedLoads(o.fn, p); len(loads) > 0 {
				a := assumeSuccess(nil)
				for _, v := range loads {
					a.memo[v] = t
				}
				r = reachedUnder(a, o.fn)
			}
			reached[o.fn] = r
		}
		if r == nil || r[o.instr] {
			continue
		}
		if o.fn != fn {
			n := *o // it is in the summary of the closure as well
			o, ops[i] = &n, &n
		}
		note(o)
	}
}

func reachedUnder(a *assumption, fn *ssa.Function) map[ssa.Instruction]bool {
	reached := map[ssa.Instruction]bool{}
	a.reachAll(fn, func(in ssa.Instruction) bool {
		reached[in] = true
		return true
	})
	return reached
}

// capturedLoads are the places where a closure reads a parameter of the function
// around it that nobody assigns to.
func capturedLoads(closure *ssa.Function, p *ssa.Parameter) []ssa.Value {
	alloc := spilled(p)
	if alloc == nil {
		return nil
	}
	var out []ssa.Value
	for _, r := range *alloc.Referrers() {
		mk, ok := r.(*ssa.MakeClosure)
		if !ok || mk.Fn != closure {
			continue
		}
		fv := origin.Captured(mk, alloc)
		if fv == nil || fv.Referrers() == nil {
			continue
		}
		for _, use := range *fv.Referrers() {
			load, ok := use.(*ssa.UnOp)
			if !ok {
				return nil // assigned to, or handed on
			}
			out = append(out, load)
		}
	}
	return out
}

// spilled is the variable that holds a captured parameter, and nothing else.
func spilled(p *ssa.Parameter) *ssa.Alloc {
	if p.Referrers() == nil || len(*p.Referrers()) != 1 {
		return nil
	}
	st, ok := (*p.Referrers())[0].(*ssa.Store)
	if !ok {
		return nil
	}
	alloc, ok := st.Addr.(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, r := range *alloc.Referrers() {
		if other, ok := r.(*ssa.Store); ok && other != st {
			return nil
		}
	}
	return alloc
}

// isFlag reports whether a parameter is a bool that the function branches on, or
// that a closure of it captures.
func isFlag(p *ssa.Parameter) bool {
	b, ok := p.Type().Underlying().(*types.Basic)
	if !ok || b.Kind() != types.Bool || p.Referrers() == nil {
		return false
	}
	for _, r := range *p.Referrers() {
		switch r := r.(type) {
		case *ssa.If, *ssa.UnOp:
			return true
		case *ssa.Store:
			return r.Val == p && spilled(p) != nil
		}
	}
	return false
}

func comparedWithNil(p *ssa.Parameter) bool {
	if _, ok := p.Type().Underlying().(*types.Pointer); !ok || p.Referrers() == nil {
		return false
	}
	for _, r := range *p.Referrers() {
		if b, ok := r.(*ssa.BinOp); ok && isNilCompare(b) {
			return true
		}
	}
	return false
}

// without reports whether a call's arguments keep an operation of the callee from
// happening, as in set(nil, lock) and get(ctx, false), and notes on n, which is the
// operation here, which parameters of the caller do.
func (o *Op) without(c call, n *Op) bool {
	kept := func(params []int, never func(ssa.Value) bool) (here []int, out bool) {
		for _, p := range params {
			a := argAt(c, p)
			if never(a) {
				return nil, true
			}
			if i := paramIndex(n.fn, a); i >= 0 {
				here = append(here, i)
			}
		}
		return here, false
	}
	var unless, unlessTrue bool
	n.Unless, unless = kept(o.Unless, func(a ssa.Value) bool { return isNil(a) || isBool(a, false) })
	n.UnlessTrue, unlessTrue = kept(o.UnlessTrue, func(a ssa.Value) bool { return isBool(a, true) })
	return unless || unlessTrue
}

// isBool reports whether a value is the constant b.
func isBool(v ssa.Value, b bool) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.Value != nil && k.Value.Kind() == constant.Bool && constant.BoolVal(k.Value) == b
}
