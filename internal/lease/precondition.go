package lease

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// precondition is what a request asks of the record before it changes it.
type precondition struct {
	match  bool // that it is the expected generation, ETag, sequence number or lease
	absent bool // that there is none
	exists bool // that there is one, whichever
	open   bool // something that cannot be seen
}

// argConditions reads the conditions among the arguments of a call: fields of its
// input struct, a struct of conditions inside its options, functional options.
func (m *Model) argConditions(c call, row *catalog.Row) (g precondition) {
	sig := c.fn.Signature()
	for i, a := range c.args {
		if sig.Variadic() && i == len(c.args)-1 {
			m.optionConditions(a, &g)
			continue
		}
		if conditionStruct(a.Type()) {
			m.conditions(a, &g, c.instr, 0)
		}
	}
	if row.Link == "request" && c.recv != nil {
		m.conditions(c.recv, &g, c.instr, 0)
	}
	return g
}

// optionConditions reads functional options. One that is not known may be anything,
// also a header that makes the request conditional.
func (m *Model) optionConditions(v ssa.Value, g *precondition) {
	el, ok := m.res.Elements(v)
	g.open = g.open || !ok
	for _, e := range el {
		made := m.madeBy(e, 0)
		if made == nil {
			g.open = true
			continue
		}
		k := newCall(made)
		row := k.row()
		if row == nil {
			g.open = g.open || !catalog.Known(pkgPath(k.fn))
			continue
		}
		m.option(k, row, g)
	}
}

// option takes in an option that the catalogue knows.
func (m *Model) option(k call, row *catalog.Row, g *precondition) {
	switch row.Link {
	case "match", "version":
		g.match = true
	case "absent":
		g.absent = true
	case "optype":
		m.createOnly(m.of(k.args[0]), g)
	}
}

// createOnly takes in an operation type: "create" asks for absence.
func (m *Model) createOnly(v *origin.Value, g *precondition) {
	switch {
	case v.Kind != origin.Const:
		g.open = true
	case v.Text == "create":
		g.absent = true
	}
}

// conditionStruct reports whether a type is a struct of a known client, or a
// pointer to one: only there can the fields be conditions.
func conditionStruct(t types.Type) bool {
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if _, ok := t.Underlying().(*types.Struct); !ok {
		return false
	}
	_, known := catalog.Belongs(ownerPackage(t))
	return known
}

// conditions reads which conditions a struct may hold: any field that is given
// anything but zero on some way to the call counts, in nested structs too. The call
// itself, which is handed the struct, changes nothing.
func (m *Model) conditions(v ssa.Value, g *precondition, call ssa.CallInstruction, depth int) {
	if depth > 12 || v == nil {
		g.open = true
		return
	}
	switch v := v.(type) {
	case *ssa.Const:
	case *ssa.MakeInterface:
		m.conditions(v.X, g, call, depth+1)
	case *ssa.ChangeType:
		m.conditions(v.X, g, call, depth+1)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if e != v {
				m.conditions(e, g, call, depth+4)
			}
		}
	case *ssa.UnOp:
		if v.Op == token.MUL {
			m.conditionsAt(v.X, g, call, depth+1)
		}
	case *ssa.Alloc, *ssa.FieldAddr, *ssa.Global:
		m.conditionsAt(v, g, call, depth+1)
	case *ssa.Call:
		r := soleResult(v)
		if r == nil {
			g.open = true
			return
		}
		m.conditions(r, g, call, depth+2)
	default:
		g.open = true
	}
}

// conditionsAt reads the conditions that are stored at an address.
func (m *Model) conditionsAt(addr ssa.Value, g *precondition, call ssa.CallInstruction, depth int) {
	switch a := addr.(type) {
	case *ssa.Global:
		if st := m.index.GlobalStores(a); len(st) == 1 {
			m.conditions(st[0], g, call, depth+1)
			return
		}
		g.open = true
		return
	case *ssa.FreeVar:
		addr = origin.Binding(a)
	}
	switch addr.(type) {
	case *ssa.Alloc, *ssa.FieldAddr:
	default:
		g.open = true
		return
	}
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			m.conditionField(r, g, call, depth)
		case *ssa.Store:
			if r.Addr == addr {
				m.conditions(r.Val, g, call, depth+1)
			}
		case ssa.CallInstruction:
			if r == call {
				continue
			}
			k := newCall(r)
			row := k.row()
			switch {
			case row != nil && row.Role == catalog.Option && k.recv == addr:
				m.option(k, row, g)
			case row == nil && !catalog.Known(pkgPath(k.fn)):
				g.open = true // somebody else may set them
			}
		case *ssa.MakeClosure:
			g.open = true
		}
	}
}

// conditionField reads the stores to one field.
func (m *Model) conditionField(fa *ssa.FieldAddr, g *precondition, call ssa.CallInstruction, depth int) {
	f := catalog.LookupField(fa.X.Type(), fieldNameAt(fa.X.Type(), fa.Field))
	if f == nil || !f.Cond {
		if conditionStruct(fa.Type().Underlying().(*types.Pointer).Elem()) {
			m.conditionsAt(fa, g, call, depth+1)
		}
		return
	}
	for _, r := range *fa.Referrers() {
		st, ok := r.(*ssa.Store)
		if !ok || st.Addr != fa || zero(st.Val) {
			continue
		}
		switch f.Param {
		case "match":
			g.match = true
		case "absent":
			g.absent = true
		case "optype":
			m.createOnly(m.of(st.Val), g)
		case "exists":
			switch v := m.of(st.Val); {
			case v.Kind != origin.Const:
				g.open = true
			case v.Text == "false":
				g.absent = true
			default:
				g.exists = true
			}
		}
	}
}

// zero reports whether a value is the constant that a field has when it is not
// set: such a condition has no effect.
func zero(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	if !ok {
		return false
	}
	if c.Value == nil {
		return true
	}
	switch s := c.Value.ExactString(); s {
	case "0", "false", `""`:
		return true
	default:
		return strings.Trim(s, `"`) == ""
	}
}
