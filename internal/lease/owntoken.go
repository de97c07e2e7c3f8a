package lease

import (
	"go/types"
	"strings"

	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/pattern"
	"golang.org/x/tools/go/ssa"
)

var tokenWord = pattern.New(`(?i)(token|owner|holder|uuid|nonce|lockid|lock_id|lockval|identif|instance|worker|node_?id|host|who)`)

// OwnerToken reports whether the value that an acquire stores tells holders
// apart, and is no constant.
func (m *Model) OwnerToken(v *origin.Value) bool {
	return v != nil && v.Kind != origin.Const && m.ownerToken(v)
}

// ownerToken reports whether the value that an acquire stores tells holders
// apart: something random, or something that is named for an owner.
func (m *Model) ownerToken(v *origin.Value) bool { return m.ownerTokenIn(v, 0) }

func (m *Model) ownerTokenIn(v *origin.Value, depth int) bool {
	if v == nil || depth > 3 {
		return false
	}
	found := false
	origin.Walk(v, func(x *origin.Value) bool {
		switch x.Kind {
		case origin.Call:
			if randomSource(x.Text) || strings.HasSuffix(x.Text, "json.Marshal") && m.recordOfOwner(x, depth) {
				found = true
			}
		case origin.Field:
			if tokenWord.MatchString(lastPart(x.Text)) {
				found = true
				break
			}
			// l.me = rand.Text(): what is stored says what it is.
			for _, s := range m.index.Stores(x.Var()) {
				if o := m.of(s); o.Kind != origin.Field && m.ownerTokenIn(o, depth+1) {
					found = true
				}
			}
		case origin.Param, origin.Global:
			if tokenWord.MatchString(lastPart(x.Text)) {
				found = true
			}
		}
		return !found
	})
	return found
}

// recordOfOwner reports whether a marshalled struct has a field for the owner.
func (m *Model) recordOfOwner(x *origin.Value, depth int) bool {
	var call *ssa.Call
	switch s := x.SSA().(type) {
	case *ssa.Call:
		call = s
	case *ssa.Extract:
		call, _ = s.Tuple.(*ssa.Call)
	}
	if call == nil || len(call.Call.Args) != 1 {
		return false
	}
	v := unwrap(call.Call.Args[0])
	t := v.Type()
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := 0; i < s.NumFields(); i++ {
		if ownerColumn(s.Field(i).Name()) {
			return true
		}
		if o, set, known := m.res.StructField(v, s.Field(i).Name()); known && set && m.ownerTokenIn(o, depth+1) {
			return true
		}
	}
	return false
}
