package origin

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// field is the origin of a field of a struct, given by value or by address.
func (r *Resolver) field(x ssa.Value, i, depth int) *Value {
	t := x.Type()
	f := FieldVar(t, i)
	out := &Value{Kind: Field, Text: fieldName(t, i), Type: ownerName(t), v: f}
	if u, ok := x.(*ssa.UnOp); ok && u.Op == token.MUL && isStruct(t) {
		x = u.X // a field of a copy is one of the original
	}
	for hops := 0; hops < 8; hops++ {
		alloc := structVariable(x)
		if alloc == nil {
			break
		}
		if s := fieldStore(alloc, i); s != nil {
			return r.of(s, depth) // a local literal: the value that was put in
		}
		// c := l.conf, a receiver by value: a field of what was copied.
		whole := wholeStore(alloc)
		if whole == nil {
			break
		}
		x = whole
		if u, ok := x.(*ssa.UnOp); ok && u.Op == token.MUL {
			x = u.X
		}
	}
	// A field that is only ever given one constant text is that text: SQL and
	// scripts kept in structs.
	if stores := r.Index.Stores(f); len(stores) == 1 && f != nil && !f.Exported() {
		if s := r.of(stores[0], depth); s.Kind == Const && s.Type == "string" {
			return s
		}
	}
	if u, ok := x.(*ssa.UnOp); ok && u.Op == token.MUL {
		out.Parts = []*Value{r.load(u.X, depth)}
	} else {
		out.Parts = []*Value{r.of(x, depth)}
	}
	return out
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

// structVariable is the local struct variable behind an address, or nil.
func structVariable(addr ssa.Value) *ssa.Alloc {
	if fv, ok := addr.(*ssa.FreeVar); ok {
		addr = binding(fv)
	}
	if a, ok := addr.(*ssa.Alloc); ok && isStruct(a.Type().Underlying().(*types.Pointer).Elem()) {
		return a
	}
	return nil
}

// fieldStore returns the only value stored in one field of a local struct, nil
// for none or several.
func fieldStore(addr ssa.Value, field int) ssa.Value {
	vals := fieldStores(addr, field)
	if len(vals) == 1 {
		return vals[0]
	}
	return nil
}

func fieldStores(addr ssa.Value, field int) (vals []ssa.Value) {
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			if ref.Field != field {
				continue
			}
			for _, rr := range *ref.Referrers() {
				if st, ok := rr.(*ssa.Store); ok && st.Addr == ref {
					vals = append(vals, st.Val)
				}
			}
		case *ssa.MakeClosure:
			if fv := Captured(ref, addr); fv != nil {
				vals = append(vals, fieldStores(fv, field)...)
			}
		}
	}
	return vals
}

// wholeStore returns the only value stored into a local array as a whole.
func wholeStore(a *ssa.Alloc) ssa.Value {
	var val ssa.Value
	for _, r := range *a.Referrers() {
		if st, ok := r.(*ssa.Store); ok && st.Addr == a {
			if val != nil {
				return nil
			}
			val = st.Val
		}
	}
	return val
}

func fieldName(t types.Type, i int) string {
	if f := FieldVar(t, i); f != nil {
		return f.Name()
	}
	return ""
}
