package lease

import (
	"go/types"

	"github.com/leasevet/leasevet/internal/origin"
	"golang.org/x/tools/go/ssa"
)

// runs reports whether a function runs a closure of its own: calls it, defers
// it, starts it or hands it to somebody, rather than returning or keeping it.
func (m *Model) runs(fn, closure *ssa.Function) bool {
	for _, use := range closureUses(fn, closure) {
		switch use.(type) {
		case ssa.CallInstruction:
			return true
		}
	}
	return false
}

// closureUses are the instructions that use the closure value.
func closureUses(fn, closure *ssa.Function) []ssa.Instruction {
	var out []ssa.Instruction
	var follow func(v ssa.Value, depth int)
	follow = func(v ssa.Value, depth int) {
		if depth > 4 || v.Referrers() == nil {
			return
		}
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.ChangeType:
				follow(r, depth+1)
			case *ssa.MakeInterface:
				follow(r, depth+1)
			case *ssa.Store:
				if a, ok := r.Addr.(*ssa.Alloc); ok && r.Val == v {
					for _, l := range *a.Referrers() {
						if u, ok := l.(*ssa.UnOp); ok {
							follow(u, depth+1)
						}
						if ia, ok := l.(*ssa.Slice); ok {
							follow(ia, depth+1)
						}
					}
					continue
				}
				out = append(out, r)
			case *ssa.Phi:
				follow(r, depth+1)
			default:
				out = append(out, r)
			}
		}
	}
	if len(closure.FreeVars) == 0 {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				for _, op := range in.Operands(nil) {
					if op != nil && *op == ssa.Value(closure) {
						switch in := in.(type) {
						case *ssa.ChangeType:
							follow(in, 0)
						case *ssa.MakeInterface:
							follow(in, 0)
						case *ssa.Store:
							if a, ok := in.Addr.(*ssa.Alloc); ok {
								for _, l := range *a.Referrers() {
									if u, ok := l.(*ssa.UnOp); ok {
										follow(u, 1)
									}
								}
								continue
							}
							out = append(out, in)
						default:
							out = append(out, in)
						}
					}
				}
			}
		}
		return out
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if mc, ok := in.(*ssa.MakeClosure); ok && mc.Fn == closure {
				follow(mc, 0)
			}
		}
	}
	return out
}

// calledParams returns the parameters of fn that an instruction calls, itself
// or through a closure that it runs.
func (m *Model) calledParams(fn *ssa.Function, in ssa.Instruction, depth int) []int {
	ci, ok := in.(ssa.CallInstruction)
	if !ok || depth > 3 {
		return nil
	}
	var out []int
	com := ci.Common()
	if !com.IsInvoke() && com.StaticCallee() == nil {
		if p := paramIndex(fn, com.Value); p >= 0 {
			out = append(out, p)
		}
	}
	for _, f := range m.closuresAt(ci) {
		for _, b := range f.Blocks {
			for _, x := range b.Instrs {
				out = append(out, m.calledParams(fn, x, depth+1)...)
			}
		}
	}
	return out
}

// closuresAt are the closures of the function that a call runs: called, or
// handed over as arguments.
func (m *Model) closuresAt(ci ssa.CallInstruction) []*ssa.Function {
	var out []*ssa.Function
	com := ci.Common()
	if !com.IsInvoke() {
		if f := m.funcValue(com.Value, 3); f != nil && f.Parent() != nil {
			out = append(out, f)
		}
	}
	for _, a := range com.Args {
		if _, ok := a.Type().Underlying().(*types.Signature); ok {
			if f := m.funcValue(a, 3); f != nil && f.Parent() != nil {
				out = append(out, f)
			}
		}
	}
	return out
}

// paramIndex returns which parameter of fn a value is, looking through
// captures and locals, or -1.
func paramIndex(fn *ssa.Function, v ssa.Value) int {
	for depth := 0; v != nil && depth < 8; depth++ {
		switch x := v.(type) {
		case *ssa.Parameter:
			for i, p := range fn.Params {
				if p == x {
					return i
				}
			}
			return -1
		case *ssa.FreeVar:
			v = origin.Binding(x)
		case *ssa.UnOp:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.Alloc:
			var val ssa.Value
			for _, r := range *x.Referrers() {
				if st, ok := r.(*ssa.Store); ok && st.Addr == x {
					if val != nil {
						return -1
					}
					val = st.Val
				}
			}
			v = val
		default:
			return -1
		}
	}
	return -1
}
