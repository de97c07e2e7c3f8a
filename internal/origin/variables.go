package origin

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

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
		return r.field(a.X, a.Field, depth)
	case *ssa.IndexAddr:
		return &Value{Kind: Elem, Parts: []*Value{r.of(a.X, depth)}}
	}
	return r.of(addr, depth)
}

// manyStores handles a captured variable that is declared first and then given
// one value (a zero store, then the real one): zero constants do not count.
func (r *Resolver) manyStores(a *ssa.Alloc, depth int) *Value {
	known, ok := r.stores[a]
	if !ok {
		known.vals, known.open = allStores(a)
		r.stores[a] = known
	}
	stores, open := known.vals, known.open
	if len(stores) > 4*maxChoice {
		return unknown // a new answer for each of many loads would take long
	}
	var alts []*Value
	for _, s := range stores {
		o := r.of(s, depth)
		if o.Kind == Const && o.Text == "" {
			continue
		}
		alts = append(alts, o)
	}
	if len(alts) > 0 && open {
		alts = append(alts, unknown)
	}
	return choice(alts)
}

// storesOf is what allStores returns.
type storesOf struct {
	vals []ssa.Value
	open bool
}

// allStores returns what is stored in a variable, by closures too. open is true
// when its address goes to somebody who may store more.
func allStores(addr ssa.Value) (vals []ssa.Value, open bool) {
	if addr.Referrers() == nil {
		return nil, true
	}
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == addr {
				vals = append(vals, ref.Val)
			} else {
				open = true
			}
		case *ssa.UnOp, *ssa.DebugRef, *ssa.FieldAddr, *ssa.IndexAddr:
		case *ssa.MakeClosure:
			if fv := Captured(ref, addr); fv != nil {
				v, o := allStores(fv)
				vals, open = append(vals, v...), open || o
			}
		default:
			open = true
		}
	}
	return vals, open
}

// Captured is the free variable that a closure knows a value or variable by; nil if it
// captures another.
func Captured(mc *ssa.MakeClosure, addr ssa.Value) *ssa.FreeVar {
	if fn, ok := mc.Fn.(*ssa.Function); ok {
		for i, b := range mc.Bindings {
			if b == addr && i < len(fn.FreeVars) {
				return fn.FreeVars[i]
			}
		}
	}
	return nil
}

func (r *Resolver) global(g *ssa.Global, depth int) *Value {
	if r.Embed != nil {
		if text, ok := r.Embed(g); ok {
			return &Value{Kind: Const, Text: text, Type: "string"}
		}
	}
	out := &Value{Kind: Global, Text: globalName(g), ssa: g}
	stores := r.Index.GlobalStores(g)
	if len(stores) == 1 && !r.Index.escaped[g] {
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
	var alts []*Value
	key := r.of(v.Index, depth)
	for _, e := range r.mapLiteral(v.X) {
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
	return &Value{Kind: Elem, Parts: []*Value{base}}
}

// mapLiteral returns the updates of a map that is made here, or that a package
// variable is initialised with, when nobody else fills it.
func (r *Resolver) mapLiteral(v ssa.Value) []*ssa.MapUpdate {
	if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL {
		switch a := u.X.(type) {
		case *ssa.Global:
			if stores := r.Index.GlobalStores(a); len(stores) == 1 && !r.Index.escaped[a] {
				v = stores[0]
			}
		case *ssa.Alloc:
			v = soleStore(a)
		case *ssa.FreeVar:
			v = soleStore(binding(a))
		}
	}
	mm, ok := v.(*ssa.MakeMap)
	if !ok {
		return nil
	}
	var out []*ssa.MapUpdate
	for _, ref := range *mm.Referrers() {
		switch ref := ref.(type) {
		case *ssa.MapUpdate:
			out = append(out, ref)
		case *ssa.Lookup, *ssa.Range, *ssa.DebugRef, *ssa.Store:
		default:
			return nil
		}
	}
	return out
}
