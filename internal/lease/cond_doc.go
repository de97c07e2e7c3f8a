package lease

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// structFilter reads a filter that is a struct: each of its fields is compared,
// whatever it holds. One that is left out when empty is compared when it is not.
func (m *Model) structFilter(st *sqlstmt.Statement, v ssa.Value) bool {
	t := types.Unalias(unwrap(v).Type())
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok || s.NumFields() == 0 {
		return false
	}
	for i := 0; i < s.NumFields(); i++ {
		tag := s.Tag(i)
		if !strings.Contains(tag, "bson:") {
			return false // not a document of its own: bson.D's elements, an option
		}
		if strings.Contains(tag, `bson:"-"`) {
			continue
		}
		if strings.Contains(tag, "omitempty") {
			st.WhereOpen = true
			if _, set, known := m.res.StructField(unwrap(v), s.Field(i).Name()); known && !set {
				continue // a literal that leaves it empty
			}
		}
		st.HasWhere = true
		st.Where = append(st.Where, sqlstmt.Predicate{Column: leaf(columnName(s, i)), Op: "=", Value: sqlstmt.Operand{Kind: sqlstmt.Placeholder, Arg: -1}})
	}
	return true
}
