package lease

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
)

// call is a call instruction in one shape, however it was written: a static
// method call, an interface call, a bound method value, a thunk.
type call struct {
	instr  ssa.CallInstruction
	common *ssa.CallCommon
	fn     *types.Func   // the declared callee; nil for a function value
	static *ssa.Function // the callee when it is known statically
	recv   ssa.Value     // nil for functions
	args   []ssa.Value   // without the receiver
}

func newCall(instr ssa.CallInstruction) call {
	c := call{instr: instr, common: instr.Common()}
	if c.common.IsInvoke() {
		c.fn = c.common.Method.Origin()
		c.recv, c.args = c.common.Value, c.common.Args
		return c
	}
	c.static, c.args = c.common.StaticCallee(), c.common.Args
	if c.static == nil {
		c.fn = catalog.Callee(c.common.Value.Type()) // es.Index(…): a field of the client
		if u, ok := c.common.Value.(*ssa.UnOp); ok && c.fn == nil {
			if g, ok := u.X.(*ssa.Global); ok {
				v, _ := g.Object().(*types.Var)
				c.fn = catalog.CalleeVar(v) // jet's postgres.Int
			}
		}
		return c
	}
	if mc, ok := c.common.Value.(*ssa.MakeClosure); ok && strings.HasPrefix(c.static.Synthetic, "bound") && len(mc.Bindings) == 1 {
		c.recv = mc.Bindings[0]
	} else if c.static.Signature.Recv() != nil && len(c.args) > 0 {
		c.recv, c.args = c.args[0], c.args[1:]
	} else if strings.HasPrefix(c.static.Synthetic, "thunk") && len(c.args) > 0 {
		c.recv, c.args = c.args[0], c.args[1:]
	}
	if o, ok := c.static.Object().(*types.Func); ok {
		c.fn = o.Origin()
	}
	if o := c.static.Origin(); o != nil {
		c.static = o
	}
	return c
}

// row is the catalogue's row for the callee, or nil.
func (c call) row() *catalog.Row {
	if c.fn == nil {
		return nil
	}
	if r := catalog.Lookup(c.fn); r != nil {
		return r
	}
	if c.recv != nil {
		return catalog.LookupShapeOn(c.fn, c.recv.Type())
	}
	return catalog.LookupShape(c.fn)
}

// name is the plain name of the callee, "" for a function value.
func (c call) name() string {
	if c.fn != nil {
		return c.fn.Name()
	}
	if c.static != nil {
		return c.static.Name()
	}
	return ""
}

func (c call) pos() token.Pos {
	if p := c.common.Pos(); p.IsValid() {
		return p
	}
	return c.instr.Pos()
}

// value is the call's result, nil for go and defer statements.
func (c call) value() *ssa.Call {
	v, _ := c.instr.(*ssa.Call)
	return v
}

// results returns the SSA values of result i: the call itself when it has one
// result, the Extracts otherwise.
func (c call) results(i int) []ssa.Value {
	v := c.value()
	if v == nil {
		return nil
	}
	n := v.Call.Signature().Results().Len()
	if n == 1 {
		if i == 0 {
			return []ssa.Value{v}
		}
		return nil
	}
	var out []ssa.Value
	for _, ref := range *v.Referrers() {
		if e, ok := ref.(*ssa.Extract); ok && e.Index == i {
			out = append(out, e)
		}
	}
	return out
}

// arg returns the argument with the given role in the row, or nil.
func (c call) arg(row *catalog.Row, role string) ssa.Value {
	i := row.Arg(c.fn, role)
	if i < 0 || i >= len(c.args) {
		return nil
	}
	return c.args[i]
}

// calls yields every call instruction of a function in order.
func calls(fn *ssa.Function, yield func(c call) bool) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if ci, ok := instr.(ssa.CallInstruction); ok {
				if !yield(newCall(ci)) {
					return
				}
			}
		}
	}
}
