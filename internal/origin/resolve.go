package origin

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Resolver computes origins of SSA values of one package. It is not safe for
// concurrent use.
type Resolver struct {
	Index *Index
	// Embed returns the content of the file embedded in a package variable.
	Embed func(g *ssa.Global) (string, bool)
	// Imported returns the origins of the results of a function of another
	// package in terms of its parameters, from facts; nil when not known.
	Imported func(fn *types.Func) []*Value
	// Static returns the function that a dynamic call can only reach, or nil.
	Static func(call *ssa.CallCommon) *ssa.Function

	memo    map[ssa.Value]*Value // final answers
	round   map[ssa.Value]*Value // answers cut short by a cycle, good for the running question only
	results map[*ssa.Function][]*Value
	stores  map[*ssa.Alloc]storesOf
	busy    map[any]bool
	cuts    int // how often a cycle or the depth limit cut an answer short
}

// NewResolver makes a resolver over an index.
func NewResolver(ix *Index) *Resolver {
	return &Resolver{
		Index:   ix,
		memo:    map[ssa.Value]*Value{},
		round:   map[ssa.Value]*Value{},
		results: map[*ssa.Function][]*Value{},
		stores:  map[*ssa.Alloc]storesOf{},
		busy:    map[any]bool{},
	}
}

// Of returns where v comes from. It never returns nil.
func (r *Resolver) Of(v ssa.Value) *Value { return r.of(v, 0) }

func (r *Resolver) of(v ssa.Value, depth int) *Value {
	if v == nil {
		return unknown
	}
	if m, ok := r.memo[v]; ok {
		return m
	}
	if r.busy[v] || depth > 40 {
		r.cuts++
		if _, ok := v.(*ssa.Phi); ok && r.busy[v] {
			return &Value{Kind: Self, ssa: v}
		}
		return &Value{Kind: Unknown, ssa: v}
	}
	if m, ok := r.round[v]; ok {
		r.cuts++
		return m
	}
	r.busy[v] = true
	before := r.cuts
	out := r.compute(v, depth+1)
	delete(r.busy, v)
	if out == nil {
		out = &Value{Kind: Unknown, ssa: v}
	}
	if out.ssa == nil && out != unknown || out.moved && out.at == nil {
		c := *out
		if c.moved {
			c.at = v
		} else {
			c.ssa = v
		}
		out = &c
	}
	if out = bounded(out); out.ssa == nil {
		out = &Value{Kind: Unknown, ssa: v}
	}
	switch {
	case r.cuts == before || len(r.busy) == 0:
		r.memo[v] = out
	default:
		r.round[v] = out // without this, a body with many cycles takes exponential time
	}
	if len(r.busy) == 0 {
		clear(r.round)
	}
	return out
}

func (r *Resolver) compute(v ssa.Value, depth int) *Value {
	switch v := v.(type) {
	case *ssa.Const:
		return constant_(v)
	case *ssa.Parameter:
		for i, p := range v.Parent().Params {
			if p == v {
				return &Value{Kind: Param, Index: i, Text: v.Name(), Type: typeName(v.Type()), fn: v.Parent()}
			}
		}
	case *ssa.FreeVar:
		return r.freeVar(v, depth)
	case *ssa.Global:
		return &Value{Kind: Global, Text: globalName(v)}
	case *ssa.Function:
		return &Value{Kind: Call, Text: "func " + v.String()}
	case *ssa.MakeClosure:
		return &Value{Kind: Fresh}
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return r.load(v.X, depth)
		}
		if v.Op == token.ARROW {
			return &Value{Kind: Fresh}
		}
	case *ssa.BinOp:
		if v.Op == token.ADD && isString(v.Type()) {
			return NewFormat(r.of(v.X, depth), r.of(v.Y, depth))
		}
		return r.arith(v, depth)
	case *ssa.ChangeType:
		return r.of(v.X, depth)
	case *ssa.ChangeInterface:
		return r.of(v.X, depth)
	case *ssa.MakeInterface:
		return r.of(v.X, depth)
	case *ssa.TypeAssert:
		return r.of(v.X, depth)
	case *ssa.Convert:
		return r.of(v.X, depth)
	case *ssa.MultiConvert:
		return r.of(v.X, depth)
	case *ssa.Field:
		return r.field(v.X, v.Field, depth)
	case *ssa.FieldAddr:
		return r.field(v.X, v.Field, depth)
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.Call:
			return r.call(t, v.Index, depth)
		case *ssa.Lookup: // v, ok := m[k]
			if v.Index == 0 {
				return r.lookup(t, depth)
			}
		case *ssa.TypeAssert: // v, ok := x.(T)
			if v.Index == 0 {
				return r.of(t.X, depth)
			}
		}
		return &Value{Kind: Fresh}
	case *ssa.Call:
		return r.call(v, 0, depth)
	case *ssa.Phi:
		return r.phi(v, depth)
	case *ssa.Lookup:
		return r.lookup(v, depth)
	case *ssa.Index:
		return &Value{Kind: Elem, Parts: []*Value{r.of(v.X, depth)}}
	case *ssa.IndexAddr:
		return &Value{Kind: Elem, Parts: []*Value{r.of(v.X, depth)}}
	case *ssa.Slice:
		if isString(v.Type()) {
			return &Value{Kind: Elem, Parts: []*Value{r.of(v.X, depth)}}
		}
		if a, ok := v.X.(*ssa.Alloc); ok {
			if st := wholeStore(a); st != nil {
				return r.of(st, depth) // sum := sha256.Sum256(b); sum[:]
			}
		}
		return r.of(v.X, depth)
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		return &Value{Kind: Fresh}
	}
	return nil
}

func constant_(c *ssa.Const) *Value {
	if c.Value == nil {
		return &Value{Kind: Const, Text: "", Type: "nil"}
	}
	if c.Value.Kind() == constant.String {
		return &Value{Kind: Const, Text: constant.StringVal(c.Value), Type: "string"}
	}
	return &Value{Kind: Const, Text: c.Value.ExactString(), Type: typeName(c.Type())}
}

// arith is a call of the operator: ttl / 3. Constants were folded by go/types.
func (r *Resolver) arith(v *ssa.BinOp, depth int) *Value {
	x, y := r.of(v.X, depth), r.of(v.Y, depth)
	return &Value{Kind: Call, Text: v.Op.String(), Parts: []*Value{x, y}}
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func typeName(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return p.Name() })
}
