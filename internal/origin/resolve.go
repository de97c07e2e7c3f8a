package origin

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

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

	memo    map[ssa.Value]*Value
	results map[*ssa.Function][]*Value
	busy    map[any]bool
	budget  int
}

// NewResolver makes a resolver over an index.
func NewResolver(ix *Index) *Resolver {
	return &Resolver{Index: ix, memo: map[ssa.Value]*Value{}, results: map[*ssa.Function][]*Value{}, busy: map[any]bool{}}
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
	if depth > 40 || r.busy[v] {
		if _, ok := v.(*ssa.Phi); ok && r.busy[v] {
			return &Value{Kind: Self, ssa: v}
		}
		return &Value{Kind: Unknown, ssa: v}
	}
	r.busy[v] = true
	out := r.compute(v, depth+1)
	delete(r.busy, v)
	if out == nil {
		out = &Value{Kind: Unknown, ssa: v}
	}
	if out.ssa == nil && out != unknown {
		c := *out
		c.ssa = v
		out = &c
	}
	if len(r.busy) == 0 || out.Kind == Const || out.Kind == Param {
		r.memo[v] = out // a value computed inside a cycle may be cut short
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
		return &Value{Kind: Field, Text: fieldName(v.X.Type(), v.Field), Type: ownerName(v.X.Type()), Parts: []*Value{r.of(v.X, depth)}, v: fieldOf(v.X.Type(), v.Field)}
	case *ssa.FieldAddr:
		return r.fieldAddr(v, depth)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return r.call(call, v.Index, depth)
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

// arith folds the constant arithmetic that durations are made of: x*time.Second
// of a variable stays unknown.
func (r *Resolver) arith(v *ssa.BinOp, depth int) *Value {
	x, y := r.of(v.X, depth), r.of(v.Y, depth)
	return &Value{Kind: Call, Text: v.Op.String(), Parts: []*Value{x, y}}
}

// load is the value behind a pointer.
func (r *Resolver) load(addr ssa.Value, depth int) *Value {
	switch a := addr.(type) {
	case *ssa.Alloc:
		if s := soleStore(a); s != nil {
			return r.of(s, depth)
		}
		if sel := r.manyStores(a, depth); sel != nil {
			return sel
		}
		return &Value{Kind: Fresh, ssa: a}
	case *ssa.FreeVar:
		if b := binding(a); b != nil {
			return r.load(b, depth)
		}
	case *ssa.Global:
		return r.global(a, depth)
	case *ssa.FieldAddr:
		return r.fieldAddr(a, depth)
	case *ssa.IndexAddr:
		return &Value{Kind: Elem, Parts: []*Value{r.of(a.X, depth)}}
	}
	return r.of(addr, depth)
}

// manyStores handles a captured variable that is declared first and then given
// one value (a zero store, then the real one): zero constants do not count.
func (r *Resolver) manyStores(a *ssa.Alloc, depth int) *Value {
	var alts []*Value
	for _, ref := range *a.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == a {
			o := r.of(st.Val, depth)
			if o.Kind == Const && o.Text == "" {
				continue
			}
			alts = append(alts, o)
		}
	}
	return choice(alts)
}

func choice(alts []*Value) *Value {
	var out []*Value
	for _, a := range alts {
		same := false
		for _, o := range out {
			if o == a || (o.Kind == a.Kind && o.Kind == Const && o.Text == a.Text) || (o.ssa != nil && o.ssa == a.ssa) {
				same = true
			}
		}
		if !same {
			out = append(out, a)
		}
	}
	switch {
	case len(out) == 0:
		return nil
	case len(out) == 1:
		return out[0]
	case len(out) > 6:
		return unknown
	}
	return &Value{Kind: Choice, Parts: out}
}

func (r *Resolver) global(g *ssa.Global, depth int) *Value {
	if r.Embed != nil {
		if text, ok := r.Embed(g); ok {
			return &Value{Kind: Const, Text: text, Type: "string"}
		}
	}
	out := &Value{Kind: Global, Text: globalName(g), ssa: g}
	stores := r.Index.GlobalStores(g)
	if len(stores) == 1 {
		if s := r.of(stores[0], depth); s.Kind == Const || s.Kind == Format || s.Kind == Ctx {
			return s
		}
	}
	return out
}

func globalName(g *ssa.Global) string {
	if g.Pkg != nil {
		return g.Pkg.Pkg.Path() + "." + g.Name()
	}
	return g.Name()
}

func (r *Resolver) fieldAddr(a *ssa.FieldAddr, depth int) *Value {
	f := fieldOf(a.X.Type(), a.Field)
	out := &Value{Kind: Field, Text: fieldName(a.X.Type(), a.Field), Type: ownerName(a.X.Type()), v: f}
	if alloc, ok := a.X.(*ssa.Alloc); ok {
		if s := fieldStore(alloc, a.Field); s != nil {
			return r.of(s, depth) // a local literal: the value that was put in
		}
	}
	// A field that is only ever given one constant text is that text: SQL and
	// scripts kept in structs.
	if stores := r.Index.Stores(f); len(stores) == 1 && f != nil && !f.Exported() {
		if s := r.of(stores[0], depth); s.Kind == Const && s.Type == "string" {
			return s
		}
	}
	base := a.X
	if u, ok := base.(*ssa.UnOp); ok && u.Op == token.MUL {
		out.Parts = []*Value{r.load(u.X, depth)}
	} else {
		out.Parts = []*Value{r.of(base, depth)}
	}
	return out
}

// fieldStore returns the only value stored in one field of a local struct.
func fieldStore(alloc *ssa.Alloc, field int) ssa.Value {
	var val ssa.Value
	for _, ref := range *alloc.Referrers() {
		fa, ok := ref.(*ssa.FieldAddr)
		if !ok || fa.Field != field || fa.Referrers() == nil {
			continue
		}
		for _, rr := range *fa.Referrers() {
			if st, ok := rr.(*ssa.Store); ok && st.Addr == fa {
				if val != nil {
					return nil
				}
				val = st.Val
			}
		}
	}
	return val
}

func fieldName(t types.Type, i int) string {
	if f := fieldOf(t, i); f != nil {
		return f.Name()
	}
	return ""
}

// binding returns what a closure captured for a free variable, when the
// closure is made at one place.
func binding(fv *ssa.FreeVar) ssa.Value {
	fn := fv.Parent()
	at := -1
	for i, f := range fn.FreeVars {
		if f == fv {
			at = i
		}
	}
	if at < 0 || fn.Parent() == nil {
		return nil
	}
	var found ssa.Value
	for _, b := range fn.Parent().Blocks {
		for _, instr := range b.Instrs {
			if mc, ok := instr.(*ssa.MakeClosure); ok && mc.Fn == fn {
				if found != nil && found != mc.Bindings[at] {
					return nil
				}
				found = mc.Bindings[at]
			}
		}
	}
	return found
}

// Binding is the captured value or variable behind a free variable, or nil.
func Binding(fv *ssa.FreeVar) ssa.Value { return binding(fv) }

func (r *Resolver) freeVar(fv *ssa.FreeVar, depth int) *Value {
	if b := binding(fv); b != nil {
		if _, ok := b.(*ssa.Alloc); ok {
			return &Value{Kind: Fresh, ssa: b}
		}
		return r.of(b, depth)
	}
	return nil
}

func (r *Resolver) lookup(v *ssa.Lookup, depth int) *Value {
	base := r.of(v.X, depth)
	if g, ok := base.ssa.(*ssa.Global); ok && base.Kind == Global {
		if vals := r.mapLiteral(g); len(vals) > 0 {
			var alts []*Value
			key := r.of(v.Index, depth)
			for _, e := range vals {
				if key.Kind == Const {
					if k := r.of(e.Key, depth); k.Kind == Const && k.Text != key.Text {
						continue
					}
				}
				alts = append(alts, r.of(e.Value, depth))
			}
			if c := choice(alts); c != nil {
				return c
			}
		}
	}
	return &Value{Kind: Elem, Parts: []*Value{base}}
}

// mapLiteral returns the updates of a map that a package variable is
// initialised with.
func (r *Resolver) mapLiteral(g *ssa.Global) []*ssa.MapUpdate {
	stores := r.Index.GlobalStores(g)
	if len(stores) != 1 {
		return nil
	}
	mm, ok := stores[0].(*ssa.MakeMap)
	if !ok {
		return nil
	}
	var out []*ssa.MapUpdate
	for _, ref := range *mm.Referrers() {
		if u, ok := ref.(*ssa.MapUpdate); ok {
			out = append(out, u)
		}
	}
	return out
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func typeName(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return p.Name() })
}

func (r *Resolver) phi(v *ssa.Phi, depth int) *Value {
	var alts []*Value
	var tail bool
	for _, e := range v.Edges {
		o := r.of(e, depth)
		if o.Kind == Self && o.ssa == v {
			continue
		}
		if o.Kind == Format && len(o.Parts) > 0 && o.Parts[0].Kind == Self && o.Parts[0].ssa == v {
			tail = true // grows in a loop: the initial text and then something
			continue
		}
		alts = append(alts, o)
	}
	c := choice(alts)
	if c == nil {
		return nil
	}
	if c.Kind == Choice && isString(v.Type()) {
		if p := commonPrefix(c.Parts); p != nil {
			return p
		}
	}
	if tail {
		return NewFormat(c, unknown)
	}
	return c
}

// commonPrefix turns texts that go on differently after a common beginning
// into that beginning and a hole: q, or q + " AND x = ?".
func commonPrefix(alts []*Value) *Value {
	short := alts[0]
	for _, a := range alts {
		if a.Kind != Const && a.Kind != Format {
			return nil
		}
		if len(textHead(a)) < len(textHead(short)) {
			short = a
		}
	}
	head := textHead(short)
	if len(head) < 12 {
		return nil
	}
	for _, a := range alts {
		if !strings.HasPrefix(textHead(a), head) {
			return nil
		}
	}
	return NewFormat(short, unknown)
}

func textHead(v *Value) string {
	if v.Kind == Const {
		return v.Text
	}
	if len(v.Parts) > 0 && v.Parts[0].Kind == Const {
		return v.Parts[0].Text
	}
	return ""
}
