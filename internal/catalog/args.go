package catalog

import "go/types"

// fit reports whether the row's parameters can be those of sig. With a non-nil
// at, it stores the index in sig of every parameter of the row, or -1.
func (r *Row) fit(sig *types.Signature, at []int) bool {
	n, i, need := sig.Params().Len(), 0, 0
	for _, p := range r.Params {
		if !p.Optional {
			need++
		}
	}
	for k, p := range r.Params {
		if !p.Optional {
			need--
		}
		ctx := i < n && isContext(sig.Params().At(i).Type())
		switch {
		case p.Name == "ctx":
			if !ctx && !p.Optional {
				return false
			}
			if !ctx {
				set(at, k, -1)
				continue
			}
		case p.Optional && i+need >= n: // left out
			set(at, k, -1)
			continue
		case i >= n, ctx && p.Name != "_":
			return false
		}
		if p.Variadic != (sig.Variadic() && i == n-1) {
			return false
		}
		set(at, k, i)
		i++
	}
	return i == n
}

func set(at []int, k, v int) {
	if at != nil {
		at[k] = v
	}
}

func isContext(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}

func (r *Row) arg(fn *types.Func, role string) int {
	at := make([]int, len(r.Params))
	if !r.fit(fn.Signature(), at) {
		return -1
	}
	for k, p := range r.Params {
		if p.Name == role && at[k] >= 0 {
			return at[k]
		}
	}
	return -1
}

// Operand is where a role stands in a call: in argument Arg, and there in the
// field Field if that is not empty ("Key", or "Options.Key" in a nested struct).
type Operand struct {
	Arg   int
	Field string
	Param Param
}

// Operand finds a role among the arguments and among the fields of struct
// arguments: the first in the order of the row.
func (r *Row) Operand(fn *types.Func, role string) (Operand, bool) {
	all := r.Operands(fn, role)
	if len(all) == 0 {
		return Operand{}, false
	}
	return all[0], true
}

// Operands finds every place of a role. SetArgs has its ttl in one of two fields,
// UpdateItemInput its update.
func (r *Row) Operands(fn *types.Func, role string) (found []Operand) {
	at := make([]int, len(r.Params))
	if !r.fit(fn.Signature(), at) {
		return nil
	}
	for k, p := range r.Params {
		if at[k] < 0 {
			continue
		}
		if p.Name == role {
			found = append(found, Operand{Arg: at[k], Param: p})
		}
		p.each("", func(field string, q Param) {
			if q.Name == role {
				found = append(found, Operand{Arg: at[k], Field: field, Param: q})
			}
		})
	}
	return found
}

// each visits the fields of a struct parameter as written.
func (p Param) each(prefix string, visit func(field string, q Param)) {
	for _, name := range p.order {
		q := p.Fields[name]
		visit(prefix+name, q)
		q.each(prefix+name+".", visit)
	}
}
