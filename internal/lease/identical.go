package lease

import (
	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
)

// identical reports whether two keys of one function certainly are one key. It is
// stricter than sameKey, which lets key("a", x) stand for key("b", y) since the
// two ends of a lock mostly live in two functions: where one function holds two
// locks, only this tells which of them is released.
func (m *Model) identical(a, b *origin.Value) bool { return m.identicalAt(a, b, 0) }

func (m *Model) identicalAt(a, b *origin.Value, depth int) bool {
	if a == nil || b == nil || depth > 6 {
		return false
	}
	if s := a.SSA(); s != nil && s == b.SSA() {
		return true
	}
	if a.Kind != b.Kind || a.Text != b.Text || a.Index != b.Index {
		return false
	}
	switch a.Kind {
	case origin.Const:
		return a.Type == b.Type
	case origin.Global:
		return true
	case origin.Param:
		return a.Fn() == b.Fn()
	case origin.Field, origin.Elem, origin.Format:
		return m.identicalParts(a.Parts, b.Parts, depth)
	case origin.Call:
		x, y := callBehind(a), callBehind(b)
		if x == nil || y == nil {
			return m.identicalParts(a.Parts, b.Parts, depth) && len(a.Parts) > 0
		}
		return m.sameArguments(x.Call.Args, y.Call.Args, depth)
	}
	return false
}

func (m *Model) identicalParts(a, b []*origin.Value, depth int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !m.identicalAt(a[i], b[i], depth+1) {
			return false
		}
	}
	return true
}

// sameArguments compares the arguments of two calls, the lists that a variadic
// call packs element by element.
func (m *Model) sameArguments(a, b []ssa.Value, depth int) bool {
	if len(a) != len(b) || depth > 6 {
		return false
	}
	for i := range a {
		if a[i] == b[i] || m.identicalAt(m.of(a[i]), m.of(b[i]), depth+1) {
			continue
		}
		x, ok := m.res.Elements(a[i])
		y, also := m.res.Elements(b[i])
		if !ok || !also || len(x) == 0 || !m.sameArguments(x, y, depth+1) {
			return false
		}
	}
	return true
}

func callBehind(v *origin.Value) *ssa.Call {
	switch s := v.SSA().(type) {
	case *ssa.Call:
		return s
	case *ssa.Extract:
		c, _ := s.Tuple.(*ssa.Call)
		return c
	}
	return nil
}
