package origin

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

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
			case *ssa.MakeInterface, *ssa.ChangeType, *ssa.Call, *ssa.Phi, *ssa.DebugRef, *ssa.Lookup, *ssa.Range, *ssa.Return:
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
				if es, complete := r.arrayPairs(a, sl); len(es) > 0 {
					return es, complete
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
		entries, complete = r.mapEntries(ret, depth+2)
		for i, e := range entries {
			entries[i].Key = r.substituted(leave(e.Key), callee, v.Common(), 1)
		}
		for _, ref := range *v.Referrers() {
			if u, ok := ref.(*ssa.MapUpdate); ok && u.Map == v {
				entries = append(entries, Entry{r.Of(u.Key), u.Value})
			}
		}
		return entries, complete
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
	for _, name := range []string{"Key", "Name"} {
		if k, set, known := r.StructField(u, name); known && set {
			return k, r.StructFieldValue(u, "Value"), true
		}
	}
	return nil, nil, false
}

// arrayPairs reads bson.D{{Key: k, Value: v}, …}: go/ssa stores the fields
// straight into the array's slots. complete is false when not every slot is read.
func (r *Resolver) arrayPairs(a *ssa.Alloc, s *ssa.Slice) (entries []Entry, complete bool) {
	el, complete := arrayElements(a, s)
	slots := make([]Entry, len(el))
	for _, ref := range *a.Referrers() {
		ia, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		c, ok := ia.Index.(*ssa.Const)
		if !ok || c.Int64() >= int64(len(slots)) {
			continue
		}
		for _, rr := range *ia.Referrers() {
			if fa, ok := rr.(*ssa.FieldAddr); ok {
				r.slot(&slots[c.Int64()], fa)
			}
		}
	}
	for i, e := range slots {
		if e.Key == nil && el[i] != nil {
			e.Key, e.Val, _ = r.pair(el[i])
		}
		if e.Key == nil {
			complete = false
			continue
		}
		entries = append(entries, e)
	}
	return entries, complete
}

// slot reads one field of a slot.
func (r *Resolver) slot(e *Entry, fa *ssa.FieldAddr) {
	for _, x := range *fa.Referrers() {
		st, ok := x.(*ssa.Store)
		if !ok || st.Addr != fa {
			continue
		}
		switch fieldName(fa.X.Type(), fa.Field) {
		case "Key", "Name":
			e.Key = r.Of(st.Val)
		case "Value":
			e.Val = st.Val
		}
	}
}
