package lease

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

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
			if m.lists(s, pair[1]) {
				return origin.Strong
			}
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

// lists reports whether a value is a list to which a key was added: Lock takes key after
// key and keeps them all, l.keys = append(l.keys, key), for Unlock to delete.
func (m *Model) lists(s ssa.Value, key *origin.Value) bool {
	c, ok := s.(*ssa.Call)
	if !ok || key == nil || key.SSA() == nil {
		return false
	}
	b, ok := c.Call.Value.(*ssa.Builtin)
	if !ok || b.Name() != "append" || len(c.Call.Args) != 2 {
		return false
	}
	el, _ := m.res.Elements(c.Call.Args[1])
	return len(el) == 1 && el[0] == key.SSA()
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
