package origin

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// StructField returns the origin of one field of a struct value or pointer
// that is built in sight: a literal, fields assigned one by one, a literal
// returned by a helper. set is false when the field is certainly left zero,
// known is false when the struct comes from elsewhere.
func (r *Resolver) StructField(v ssa.Value, name string) (val *Value, set, known bool) {
	return r.structField(v, name, 0)
}

func (r *Resolver) structField(v ssa.Value, name string, depth int) (val *Value, set, known bool) {
	if depth > 8 || v == nil {
		return nil, false, false
	}
	switch v := v.(type) {
	case *ssa.Const:
		return nil, false, true // nil pointer or zero struct
	case *ssa.MakeInterface:
		return r.structField(v.X, name, depth+1)
	case *ssa.ChangeType:
		return r.structField(v.X, name, depth+1)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			addr := v.X
			if fv, ok := addr.(*ssa.FreeVar); ok {
				addr = binding(fv)
			}
			if a, ok := addr.(*ssa.Alloc); ok {
				if s := soleStore(a); s != nil && structVariable(a) == nil {
					return r.structField(s, name, depth+1) // a variable that points to it
				}
				return r.allocField(a, name, depth)
			}
			if g, ok := v.X.(*ssa.Global); ok {
				if st := r.Index.GlobalStores(g); len(st) == 1 {
					return r.structField(st[0], name, depth+1)
				}
			}
		}
	case *ssa.Alloc:
		return r.allocField(v, name, depth)
	case *ssa.Call:
		callee := v.Call.StaticCallee()
		if callee == nil || len(callee.Blocks) == 0 {
			return nil, false, false
		}
		var ret ssa.Value
		for _, b := range callee.Blocks {
			if x, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(x.Results) > 0 {
				if ret != nil {
					return nil, false, false
				}
				ret = x.Results[0]
			}
		}
		val, set, known = r.structField(ret, name, depth+1)
		if val != nil {
			val = r.substituted(leave(val), callee, v.Common(), 1)
		}
		return val, set, known
	}
	return nil, false, false
}

func (r *Resolver) allocField(a *ssa.Alloc, name string, depth int) (val *Value, set, known bool) {
	var alts []*Value
	for _, ref := range *a.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			if fieldName(ref.X.Type(), ref.Field) != name || ref.Referrers() == nil {
				continue
			}
			for _, rr := range *ref.Referrers() {
				if st, ok := rr.(*ssa.Store); ok && st.Addr == ref {
					alts = append(alts, r.Of(st.Val))
				}
			}
		case *ssa.Store:
			if ref.Addr == a {
				if v, s, k := r.structField(ref.Val, name, depth+1); k {
					if s {
						alts = append(alts, v)
					}
				} else {
					return nil, false, false // overwritten by a struct from elsewhere
				}
			}
		}
	}
	if c := choice(alts); c != nil {
		return c, true, true
	}
	return nil, false, true
}

// StructFieldValue is StructField for the SSA value itself, when one store gives it.
func (r *Resolver) StructFieldValue(v ssa.Value, name string) ssa.Value {
	for depth := 0; depth < 6; depth++ {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.UnOp:
			v = x.X
		case *ssa.Alloc:
			var found ssa.Value
			for _, ref := range *x.Referrers() {
				fa, ok := ref.(*ssa.FieldAddr)
				if !ok || fieldName(fa.X.Type(), fa.Field) != name {
					continue
				}
				for _, rr := range *fa.Referrers() {
					if st, ok := rr.(*ssa.Store); ok && st.Addr == fa {
						found = st.Val
					}
				}
			}
			if found == nil {
				if s := soleStore(x); s != nil {
					v = s
					continue
				}
			}
			return found
		case *ssa.Call:
			callee := x.Call.StaticCallee()
			if callee == nil || len(callee.Blocks) == 0 {
				return nil
			}
			v = nil
			for _, b := range callee.Blocks {
				if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(ret.Results) > 0 {
					v = ret.Results[0]
				}
			}
		default:
			return nil
		}
	}
	return nil
}
