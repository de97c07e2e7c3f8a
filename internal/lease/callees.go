package lease

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
)

// calleeOps are the operations of whatever a call may run.
func (m *Model) calleeOps(c call) []*Op {
	var out []*Op
	for _, t := range m.callees(c) {
		if t.sum.Forward != nil {
			out = append(out, m.forwarded(c, t.sum.Forward)...)
		}
		for _, o := range m.textOps(c, t) {
			if o.Kind == Write || o.Kind == Read {
				out = append(out, o) // of a lock's record it is not known whether it was taken
			}
		}
		for i, o := range t.sum.Ops {
			if o.Depth+1 >= maxDepth {
				continue
			}
			held := false
			for _, h := range t.sum.Holds {
				held = held || h == i
			}
			ops := m.instantiateAll(o, c, t, held)
			for _, h := range t.sum.Hands {
				for _, n := range ops {
					if h.Op == i {
						n.hands, n.refused = true, h.Refused
					}
				}
			}
			out = append(out, ops...)
		}
	}
	for _, f := range m.handed(c) {
		if s := m.summary(f); s != nil {
			for _, o := range s.Ops {
				if o.Kind == Write && o.Depth+1 < maxDepth {
					out = append(out, m.instantiate(o, c, target{f, s, f.Name()}, false))
				}
			}
		}
	}
	out = append(out, m.givenOps(c)...)
	return append(out, m.closureHolds(c)...)
}

// closureHolds are the locks that a closure takes and keeps when a call runs
// it: InTx(ctx, func(tx) error { … acquire … }).
func (m *Model) closureHolds(c call) []*Op {
	if _, ok := c.instr.(*ssa.Call); !ok {
		return nil
	}
	var out []*Op
	for _, f := range m.closuresAt(c.instr) {
		s := m.summary(f)
		if s == nil || f.Parent() != c.instr.Parent() {
			continue
		}
		for _, h := range s.Holds {
			o := s.Ops[h]
			if o.Session {
				continue // ends with the transaction
			}
			n := *o
			n.instr, n.fn, n.call, n.row, n.site, n.pos = c.instr, c.instr.Parent(), c, nil, o, c.pos()
			n.Depth, n.Via, n.from, n.trail = o.Depth+1, c.name(), o, append([]token.Pos{o.pos}, o.trail...)
			out = append(out, &n)
		}
	}
	return out
}

// target is a function that a call may run.
type target struct {
	fn   *ssa.Function // nil for one known from a fact
	sum  *Summary
	name string
}

// callees resolves a call: static functions of the package, functions of other
// packages with a fact, implementations of an interface method, closures.
func (m *Model) callees(c call) []target {
	if c.static != nil && len(c.static.Blocks) > 0 {
		if s := m.summary(c.static); s != nil {
			return []target{{c.static, s, c.static.Name()}}
		}
		return nil
	}
	if c.fn != nil {
		if c.common.IsInvoke() {
			var out []target
			for _, f := range m.implementations(c.fn) {
				if s := m.summary(f); s != nil && len(out) < 4 {
					out = append(out, target{f, s, f.Name()})
				}
			}
			if len(out) > 0 {
				return out
			}
		}
		if s := m.importedSummary(c.fn); s != nil {
			return []target{{nil, s, c.fn.Name()}}
		}
		if c.common.IsInvoke() {
			return m.importedImpls(c.fn)
		}
		return nil
	}
	if f := m.funcValue(c.common.Value, 0); f != nil {
		if s := m.summary(f); s != nil {
			return []target{{f, s, f.Name()}}
		}
	}
	return nil
}

// funcValue follows a function value to the function it can only be.
func (m *Model) funcValue(v ssa.Value, depth int) *ssa.Function {
	if depth > 6 {
		return nil
	}
	switch v := v.(type) {
	case *ssa.Function:
		return v
	case *ssa.MakeClosure:
		f, _ := v.Fn.(*ssa.Function)
		return f
	case *ssa.ChangeType:
		return m.funcValue(v.X, depth+1)
	case *ssa.MakeInterface:
		return m.funcValue(v.X, depth+1)
	case *ssa.FreeVar:
		return m.funcValue(origin.Binding(v), depth+1)
	case *ssa.UnOp:
		var addr ssa.Value = v.X
		if fv, ok := addr.(*ssa.FreeVar); ok {
			addr = origin.Binding(fv)
		}
		if a, ok := addr.(*ssa.FieldAddr); ok {
			return m.fieldFunc(origin.FieldVar(a.X.Type(), a.Field), depth)
		}
		if a, ok := addr.(*ssa.Alloc); ok {
			var found *ssa.Function
			for _, ref := range *a.Referrers() {
				if st, ok := ref.(*ssa.Store); ok && st.Addr == a {
					if k, isC := st.Val.(*ssa.Const); isC && k.Value == nil {
						continue
					}
					if found != nil {
						return nil
					}
					found = m.funcValue(st.Val, depth+1)
				}
			}
			return found
		}
	case *ssa.Field:
		return m.fieldFunc(origin.FieldVar(v.X.Type(), v.Field), depth)
	case *ssa.Extract:
		// A function returned by a helper of the package: unlock, err := l.lock(ctx).
		if c, ok := v.Tuple.(*ssa.Call); ok {
			return m.returnedFunc(c, v.Index, depth)
		}
	case *ssa.Call:
		return m.returnedFunc(v, 0, depth)
	}
	return nil
}

// fieldFunc is the function that a struct field is only ever given, tests aside:
// deps.start.
func (m *Model) fieldFunc(f *types.Var, depth int) *ssa.Function {
	var one *ssa.Function
	for _, v := range m.index.Stores(f) {
		if in, ok := v.(ssa.Instruction); ok && m.inTest(in.Parent()) {
			continue
		}
		if k, ok := v.(*ssa.Const); ok && k.Value == nil {
			continue
		}
		g := m.funcValue(v, depth+1)
		if g == nil || one != nil && g != one && (g.Object() == nil || g.Object() != one.Object()) {
			return nil
		}
		one = g
	}
	return one
}

// inTest reports whether a function stands in a test file.
func (m *Model) inTest(fn *ssa.Function) bool {
	if fn == nil {
		return false
	}
	p := outermost(fn).Pos()
	return p.IsValid() && strings.HasSuffix(m.Pass.Fset.Position(p).Filename, "_test.go")
}

func (m *Model) returnedFunc(c *ssa.Call, i, depth int) *ssa.Function {
	callee := c.Call.StaticCallee()
	if callee == nil || len(callee.Blocks) == 0 {
		return nil
	}
	return m.returnedBy(callee, i, depth)
}

// returnedBy is the function that result i of a function can only be.
func (m *Model) returnedBy(callee *ssa.Function, i, depth int) *ssa.Function {
	var found *ssa.Function
	for _, b := range callee.Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || i >= len(r.Results) {
			continue
		}
		if k, isC := r.Results[i].(*ssa.Const); isC && k.Value == nil {
			continue
		}
		f := m.funcValue(r.Results[i], depth+2)
		if f == nil || found != nil && found != f {
			return nil
		}
		found = f
	}
	return found
}

func argAt(c call, i int) ssa.Value {
	if c.recv != nil {
		if i == 0 {
			return c.recv
		}
		i--
	}
	if i < len(c.args) {
		return c.args[i]
	}
	return nil
}
