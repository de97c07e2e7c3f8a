package origin

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Elements returns the elements of a slice that is built in sight: a literal,
// the packed arguments of a variadic call, appends to one. ok is false when
// there may be more that cannot be seen.
func (r *Resolver) Elements(v ssa.Value) (el []ssa.Value, ok bool) {
	return r.elements(v, 0)
}

func (r *Resolver) elements(v ssa.Value, depth int) (el []ssa.Value, ok bool) {
	if depth > 12 {
		return nil, false
	}
	switch v := v.(type) {
	case *ssa.Const:
		return nil, v.Value == nil
	case *ssa.Slice:
		if alloc, isAlloc := v.X.(*ssa.Alloc); isAlloc {
			el, ok = arrayElements(alloc, v)
		} else {
			el, ok = r.elements(v.X, depth+1)
		}
		return bounds(el, v, ok)
	case *ssa.ChangeType:
		return r.elements(v.X, depth+1)
	case *ssa.MakeInterface:
		return r.elements(v.X, depth+1)
	case *ssa.Phi:
		var best []ssa.Value
		for _, e := range v.Edges {
			if e == v {
				continue
			}
			if x, _ := r.elements(e, depth+4); len(x) > len(best) {
				best = x
			}
		}
		return best, false
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return nil, false
		}
		var alloc ssa.Value = v.X
		if fv, isFV := alloc.(*ssa.FreeVar); isFV {
			alloc = binding(fv)
		}
		switch a := alloc.(type) {
		case *ssa.Alloc:
			if s := soleStore(a); s != nil {
				return r.elements(s, depth+1)
			}
		case *ssa.Global:
			if st := r.Index.GlobalStores(a); len(st) == 1 {
				return r.elements(st[0], depth+1)
			}
		}
		return nil, false
	case *ssa.Call:
		if b, isB := v.Call.Value.(*ssa.Builtin); isB && b.Name() == "append" && len(v.Call.Args) == 2 {
			head, ok1 := r.elements(v.Call.Args[0], depth+1)
			tail, ok2 := r.elements(v.Call.Args[1], depth+1)
			return append(append([]ssa.Value{}, head...), tail...), ok1 && ok2
		}
	case *ssa.MakeSlice:
		if c, isC := v.Len.(*ssa.Const); isC && c.Int64() == 0 {
			return nil, true
		}
	}
	return nil, false
}

// bounds applies those of a slice expression.
func bounds(el []ssa.Value, s *ssa.Slice, ok bool) ([]ssa.Value, bool) {
	lo, hi := int64(0), int64(len(el))
	for _, b := range []struct {
		v   ssa.Value
		set *int64
	}{{s.Low, &lo}, {s.High, &hi}} {
		if b.v == nil {
			continue
		}
		c, isC := b.v.(*ssa.Const)
		if !isC {
			return nil, false
		}
		*b.set = c.Int64()
	}
	if lo > hi || hi > int64(len(el)) {
		return nil, false
	}
	return el[lo:hi], ok
}

// arrayElements reads the stores into a local array in index order: those of a
// literal, and those through the slice of it that make gives. ok is false when
// other stores may follow.
func arrayElements(alloc *ssa.Alloc, slice *ssa.Slice) (el []ssa.Value, ok bool) {
	arr, ok := alloc.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array)
	if !ok || arr.Len() > 256 {
		return nil, false
	}
	el = make([]ssa.Value, arr.Len())
	for _, base := range []ssa.Value{alloc, slice} {
		for _, ref := range *base.Referrers() {
			ia, isIA := ref.(*ssa.IndexAddr)
			if !isIA {
				continue
			}
			for _, rr := range *ia.Referrers() {
				st, isStore := rr.(*ssa.Store)
				if !isStore || st.Addr != ia {
					continue
				}
				c, isC := ia.Index.(*ssa.Const)
				if !isC {
					ok = false
					continue
				}
				if i := c.Int64(); i >= 0 && i < int64(len(el)) {
					el[i] = st.Val
				}
			}
		}
	}
	return el, ok
}
