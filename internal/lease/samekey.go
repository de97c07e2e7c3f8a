package lease

import (
	"go/types"
	"strings"

	"github.com/leasevet/leasevet/internal/origin"
)

// sameKey compares two keys, a field also by the values that are stored in it:
// New(key) may acquire with the parameter that Release later reads from a field.
func (m *Model) sameKey(a, b *origin.Value) origin.Match {
	if a != nil && b != nil && a.Kind == origin.Const && b.Kind == origin.Const && (a.Type == "table" || b.Type == "table") {
		// gorm makes cleaning_locks of CleaningLock, raw statements say either.
		if singular(a.Text) == singular(b.Text) {
			return origin.Strong
		}
		return origin.Different
	}
	best := origin.Compare(a, b)
	if best == origin.Strong && a.Kind == origin.Call && strings.HasPrefix(a.Text, "strings.") {
		// strings.TrimPrefix(key, "/") of a general store says nothing of the key.
		best = origin.Weak
	}
	if best == origin.Strong {
		return best
	}
	for _, pair := range [][2]*origin.Value{{a, b}, {b, a}} {
		f := pair[0]
		if f == nil || f.Kind != origin.Field || f.Var() == nil || f.Var().Pkg() != m.Pass.Pkg {
			continue // a field of a library's struct holds the keys of everybody
		}
		for _, s := range m.index.Stores(f.Var()) {
			o := m.of(s)
			if o.Kind == origin.Unknown || o.Kind == origin.Fresh {
				continue
			}
			if c := origin.Compare(o, pair[1]); c == origin.Strong {
				return c
			} else if c == origin.Weak && o.Kind == origin.Param && pair[1].Kind == origin.Param && o.Fn() == pair[1].Fn() && o.Index == pair[1].Index {
				return origin.Strong
			}
		}
	}
	return best
}

func singular(table string) string {
	switch {
	case strings.HasSuffix(table, "ies"):
		return table[:len(table)-3] + "y"
	case strings.HasSuffix(table, "ses"), strings.HasSuffix(table, "xes"):
		return table[:len(table)-2]
	}
	return strings.TrimSuffix(table, "s")
}

func named(t types.Type) string {
	t = types.Unalias(t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}
