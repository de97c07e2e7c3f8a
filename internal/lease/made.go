package lease

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
)

// Made is a field that a constructor gives a value: NewLocker(key, value) puts
// value into Locker.value, and that is what Lock stores later.
type Made struct {
	Result int
	Field  string
	Value  *origin.Value // in terms of the constructor's parameters
}

// maxMade is how many fields are kept for one constructor.
const maxMade = 8

// findMade lists, for the functions of the package that build a value and return
// it, the fields that operations of the package read: those that say more at
// the caller than here.
func (m *Model) findMade() {
	read := m.fieldsOfOps()
	if len(read) == 0 {
		return
	}
	for _, fn := range m.fns {
		s := m.sums[fn]
		if s == nil || fn.Parent() != nil {
			continue
		}
		res := fn.Signature.Results()
		for i := 0; i < res.Len(); i++ {
			st, owner := structOf(res.At(i).Type())
			if st == nil {
				continue
			}
			for k := 0; k < st.NumFields() && len(s.Made) < maxMade; k++ {
				f := st.Field(k)
				if !read[owner+"."+f.Name()] {
					continue
				}
				if v := m.builtField(fn, i, f.Name()); v != nil && small(v) {
					s.Made = append(s.Made, Made{Result: i, Field: f.Name(), Value: v})
				}
			}
		}
	}
}

// fieldsOfOps are the fields that keys, tokens and TTLs of operations are read
// from, as "pkg.T.field".
func (m *Model) fieldsOfOps() map[string]bool {
	out := map[string]bool{}
	add := func(v *origin.Value) {
		origin.Walk(v, func(x *origin.Value) bool {
			if x.Kind == origin.Field {
				out[x.Type+"."+x.Text] = true
			}
			return true
		})
	}
	for _, fn := range m.fns {
		for _, o := range m.eventsOf(fn) {
			if o.Kind == Acquire || o.Kind == End || o.Kind == Extend {
				add(o.Key)
				add(o.Token)
				add(o.TTL.Origin)
			}
		}
	}
	return out
}

// structOf is the struct behind a result's type, and its name as origins print it.
func structOf(t types.Type) (*types.Struct, string) {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return nil, ""
	}
	s, _ := n.Underlying().(*types.Struct)
	return s, n.Obj().Pkg().Path() + "." + n.Obj().Name()
}

// builtField is the value of a field in what a function returns as result i, nil
// when the returns do not agree or the struct is not built here.
func (m *Model) builtField(fn *ssa.Function, i int, field string) *origin.Value {
	var found *origin.Value
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || i >= len(ret.Results) {
			continue
		}
		if c, isC := ret.Results[i].(*ssa.Const); isC && c.Value == nil {
			continue // nil beside an error
		}
		v, set, known := m.res.StructField(unwrap(ret.Results[i]), field)
		if !known || !set || v == nil || v.Kind == origin.Unknown || found != nil && origin.Compare(found, v) != origin.Strong {
			return nil
		}
		found = v
	}
	return found
}

// resolveMade follows a field of a value to what its constructor put there, in
// this package or in another. It returns the constructor's call beside it, and
// v itself when it cannot be followed.
func (m *Model) resolveMade(v *origin.Value) (*origin.Value, *ssa.Call) {
	if v == nil || v.Kind != origin.Field || len(v.Parts) != 1 || v.Parts[0] == nil {
		return v, nil
	}
	base := v.Parts[0].SSA()
	if base == nil {
		return v, nil
	}
	ctor := m.madeBy(base, 0)
	if ctor == nil {
		return v, nil
	}
	made := m.madeField(ctor, resultIndex(base, ctor), v.Text)
	if made == nil {
		return v, nil
	}
	return made, ctor
}

// madeField is the value that a constructor's call puts in a field of its result.
func (m *Model) madeField(ctor *ssa.Call, result int, field string) *origin.Value {
	c := newCall(ctor)
	var v *origin.Value
	var callee *ssa.Function
	if c.static != nil && len(c.static.Blocks) > 0 {
		callee = c.static
		v = m.builtField(callee, result, field)
	} else if s := m.importedSummary(c.fn); s != nil {
		for _, made := range s.Made {
			if made.Result == result && made.Field == field {
				v = made.Value
			}
		}
	}
	if v == nil {
		return nil
	}
	return origin.Substitute(v, callee, func(i int) *origin.Value {
		if a := argAt(c, i); a != nil {
			return m.of(a)
		}
		return nil
	})
}

// resultIndex is the result of a call that a value is: 0 unless it is extracted.
func resultIndex(v ssa.Value, ctor *ssa.Call) int {
	if e, ok := v.(*ssa.Extract); ok && e.Tuple == ctor {
		return e.Index
	}
	return 0
}
