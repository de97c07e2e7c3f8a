package origin

import (
	"go/token"
	"go/types"

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
			if a, ok := v.X.(*ssa.Alloc); ok {
				if s := soleStore(a); s != nil && !isStruct(s.Type(), a) {
					return r.structField(s, name, depth+1)
				}
				return r.allocField(a, name, depth)
			}
			if fv, ok := v.X.(*ssa.FreeVar); ok {
				if b := binding(fv); b != nil {
					if a, ok := b.(*ssa.Alloc); ok {
						if s := soleStore(a); s != nil {
							return r.structField(s, name, depth+1)
						}
						return r.allocField(a, name, depth)
					}
				}
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
			args := r.args(v.Common(), 1)
			val = Substitute(val, callee, func(i int) *Value {
				if i < len(args) {
					return args[i]
				}
				return nil
			})
		}
		return val, set, known
	}
	return nil, false, false
}

func isStruct(t types.Type, a *ssa.Alloc) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok && a == nil
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

// Entry is one entry of a map or document literal.
type Entry struct {
	Key *Value
	Val ssa.Value
}

// MapEntries returns the entries of a map literal (bson.M, map[string]any,
// goqu.Record) or ordered document (bson.D, []bson.E) built in sight. complete
// is false when more entries may be added elsewhere.
func (r *Resolver) MapEntries(v ssa.Value) (entries []Entry, complete bool) {
	return r.mapEntries(v, 0)
}

func (r *Resolver) mapEntries(v ssa.Value, depth int) (entries []Entry, complete bool) {
	if depth > 8 || v == nil {
		return nil, false
	}
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return r.mapEntries(v.X, depth+1)
	case *ssa.ChangeType:
		return r.mapEntries(v.X, depth+1)
	case *ssa.Phi:
		for _, e := range v.Edges {
			x, _ := r.mapEntries(e, depth+3)
			entries = append(entries, x...)
		}
		return entries, false
	case *ssa.MakeMap:
		complete = true
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.MapUpdate:
				if ref.Map == v {
					k := r.Of(ref.Key)
					entries = append(entries, Entry{k, ref.Value})
				}
			case *ssa.MakeInterface, *ssa.ChangeType, *ssa.Call, *ssa.Phi, *ssa.DebugRef, *ssa.Lookup, *ssa.Range:
			default:
				complete = false
			}
		}
		return entries, complete
	case *ssa.UnOp:
		if v.Op == token.MUL {
			var addr ssa.Value = v.X
			if fv, ok := addr.(*ssa.FreeVar); ok {
				addr = binding(fv)
			}
			switch a := addr.(type) {
			case *ssa.Alloc:
				if s := soleStore(a); s != nil {
					return r.mapEntries(s, depth+1)
				}
			case *ssa.Global:
				if st := r.Index.GlobalStores(a); len(st) == 1 {
					return r.mapEntries(st[0], depth+1)
				}
			}
		}
		return nil, false
	case *ssa.Slice, *ssa.Const:
		if sl, isSlice := v.(*ssa.Slice); isSlice {
			if a, isAlloc := sl.X.(*ssa.Alloc); isAlloc {
				if es := r.arrayPairs(a); len(es) > 0 {
					return es, true
				}
			}
		}
		el, ok := r.Elements(v)
		for _, e := range el {
			if k, val, is := r.pair(e); is {
				entries = append(entries, Entry{k, val})
			} else {
				ok = false
			}
		}
		return entries, ok
	case *ssa.Call:
		if b, isB := v.Call.Value.(*ssa.Builtin); isB && b.Name() == "append" && len(v.Call.Args) == 2 {
			h, ok1 := r.mapEntries(v.Call.Args[0], depth+1)
			t, ok2 := r.mapEntries(v.Call.Args[1], depth+1)
			return append(append([]Entry{}, h...), t...), ok1 && ok2
		}
		callee := v.Call.StaticCallee()
		if callee == nil || len(callee.Blocks) == 0 {
			return nil, false
		}
		var ret ssa.Value
		for _, b := range callee.Blocks {
			if x, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(x.Results) > 0 {
				if ret != nil {
					return nil, false
				}
				ret = x.Results[0]
			}
		}
		return r.mapEntries(ret, depth+2)
	}
	return nil, false
}

// pair reads a bson.E{Key, Value} element: in SSA a struct loaded from a local,
// or fields stored straight into the array slot.
func (r *Resolver) pair(e ssa.Value) (*Value, ssa.Value, bool) {
	u, ok := e.(*ssa.UnOp)
	if !ok {
		return nil, nil, false
	}
	k, set, known := r.StructField(u, "Key")
	if !known || !set {
		return nil, nil, false
	}
	return k, r.StructFieldValue(u, "Value"), true
}

// arrayPairs reads bson.D{{Key: k, Value: v}, …}: go/ssa stores the fields
// straight into the array's slots.
func (r *Resolver) arrayPairs(a *ssa.Alloc) []Entry {
	byIndex := map[int64]*Entry{}
	var order []int64
	for _, ref := range *a.Referrers() {
		ia, ok := ref.(*ssa.IndexAddr)
		if !ok || ia.Referrers() == nil {
			continue
		}
		c, ok := ia.Index.(*ssa.Const)
		if !ok {
			continue
		}
		for _, rr := range *ia.Referrers() {
			fa, ok := rr.(*ssa.FieldAddr)
			if !ok {
				continue
			}
			name := fieldName(fa.X.Type(), fa.Field)
			for _, x := range *fa.Referrers() {
				st, ok := x.(*ssa.Store)
				if !ok || st.Addr != fa {
					continue
				}
				e := byIndex[c.Int64()]
				if e == nil {
					e = &Entry{}
					byIndex[c.Int64()] = e
					order = append(order, c.Int64())
				}
				switch name {
				case "Key", "Name":
					e.Key = r.Of(st.Val)
				case "Value":
					e.Val = st.Val
				}
			}
		}
	}
	var out []Entry
	for _, i := range order {
		if e := byIndex[i]; e.Key != nil {
			out = append(out, *e)
		}
	}
	return out
}
