package lease

import (
	"math"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// length is a span of time as a multiple of something: 3 s, or a third of l.ttl.
type length struct {
	of  *origin.Value // nil for a constant
	num float64       // nanoseconds, or how many times of
}

// lengthOf reads a span that is counted in unit.
func (m *Model) lengthOf(v *origin.Value, unit catalog.Unit) length {
	l := m.multiple(v, 0)
	switch unit {
	case catalog.Seconds:
		l.num *= 1e9
	case catalog.Milliseconds:
		l.num *= 1e6
	}
	return l
}

func (m *Model) multiple(v *origin.Value, depth int) length {
	if v == nil || depth > 6 {
		return length{v, 1}
	}
	if n, ok := foldInt(v, 0); ok {
		return length{nil, float64(n)}
	}
	switch v.Kind {
	case origin.Field:
		if n, ok := m.onlyNumber(v); ok {
			return length{nil, float64(n)}
		}
	case origin.Call:
		switch v.Text {
		case "(time.Duration).Seconds":
			return m.multiple(v.Parts[0], depth+1).times(1e-9)
		case "(time.Duration).Milliseconds":
			return m.multiple(v.Parts[0], depth+1).times(1e-6)
		}
		if len(v.Parts) != 2 {
			break
		}
		x, y := m.multiple(v.Parts[0], depth+1), m.multiple(v.Parts[1], depth+1)
		switch {
		case v.Text == "*" && y.of == nil:
			return x.times(y.num)
		case v.Text == "*" && x.of == nil:
			return y.times(x.num)
		case v.Text == "/" && y.of == nil && y.num != 0:
			return x.times(1 / y.num)
		}
	}
	return length{v, 1}
}

func (l length) times(f float64) length { return length{l.of, l.num * f} }

// onlyNumber is the number that the package stores in a field of its own, when
// it never stores another.
func (m *Model) onlyNumber(v *origin.Value) (int64, bool) {
	f := v.Var()
	if f == nil || f.Pkg() != m.Pass.Pkg || f.Exported() {
		return 0, false
	}
	var n int64
	found := false
	for _, s := range m.index.Stores(f) {
		c, ok := s.(*ssa.Const)
		if !ok || c.Value == nil {
			return 0, false
		}
		k, ok := foldInt(m.of(c), 0)
		if !ok || found && k != n {
			return 0, false
		}
		n, found = k, true
	}
	return n, found
}

// part is how many times the whole goes into the span, ok false when they
// cannot be compared.
func (m *Model) part(span, whole length) (ratio float64, ok bool) {
	switch {
	case whole.num <= 0 || span.num <= 0 || math.IsInf(span.num, 0):
		return 0, false
	case span.of == nil && whole.of == nil:
		return span.num / whole.num, true
	case span.of == nil || whole.of == nil:
		return 0, false
	case sameValue(span.of, whole.of), origin.Compare(span.of, whole.of) == origin.Strong && span.of.Kind != origin.Call:
		return span.num / whole.num, true
	}
	return 0, false
}
