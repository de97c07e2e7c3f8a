package lease

import (
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/sqlstmt"
	"golang.org/x/tools/go/ssa"
)

// ormCond reads the condition of a where link: a text with arguments, a map, a
// model, a key, or the predicates of a builder's library.
func (m *Model) ormCond(st *sqlstmt.Statement, l call, row *catalog.Row) {
	if st.Verb == sqlstmt.Insert && st.Conflict != nil {
		// INSERT … ON CONFLICT DO UPDATE … WHERE: the guard of the branch.
		sub := &sqlstmt.Statement{Verb: sqlstmt.Update}
		m.ormCond(sub, l, row)
		st.Conflict.Where = append(st.Conflict.Where, sub.Where...)
		st.WhereOpen = st.WhereOpen || sub.WhereOpen
		return
	}
	st.HasWhere = true
	if v := l.arg(row, "cond"); v != nil {
		m.ormCondValue(st, v)
		return
	}
	v := l.arg(row, "conds")
	if v == nil {
		st.WhereOpen = true
		return
	}
	if _, variadic := v.Type().Underlying().(*types.Slice); !variadic {
		m.ormCondValue(st, v)
		return
	}
	el, ok := m.res.Elements(v)
	st.WhereOpen = st.WhereOpen || !ok
	for _, e := range el {
		m.ormCondValue(st, e)
	}
}

func (m *Model) ormConds(st *sqlstmt.Statement, v ssa.Value) {
	if v == nil {
		return
	}
	el, ok := m.res.Elements(v)
	if !ok {
		st.WhereOpen = true
	}
	if len(el) > 0 && el[0] != nil {
		st.HasWhere = true
		m.ormCondValue(st, el[0])
	}
}

func (m *Model) ormCondValue(st *sqlstmt.Statement, v ssa.Value) {
	if v == nil {
		st.WhereOpen = true
		return
	}
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	o := m.of(v)
	if text, _, ok := origin.TextOf(o, string(sqlstmt.Hole)); ok && isText(v.Type()) {
		if strings.TrimSpace(text) == "" {
			return
		}
		st.Where = append(st.Where, sqlstmt.ParseFragment(text)...)
		return
	}
	if m.predicates(st, v, 0) {
		return
	}
	if entries, complete := m.res.MapEntries(v); len(entries) > 0 {
		m.mapPredicates(st, entries, named(v.Type()))
		st.WhereOpen = st.WhereOpen || !complete
		return
	}
	if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsInteger != 0 {
		st.Where = append(st.Where, sqlstmt.Predicate{Column: "id", Op: "=", Value: sqlstmt.Operand{Kind: sqlstmt.Placeholder, Arg: -1}})
		return
	}
	if fields, ok := m.structFields(v); ok {
		for _, f := range fields {
			st.Where = append(st.Where, sqlstmt.Predicate{Column: f.column, Op: "=", Value: sqlstmt.Operand{Kind: sqlstmt.Placeholder, Arg: -1}})
		}
		return
	}
	st.WhereOpen = true
}

// ormModel reads the table from the model's type, and a key that is set in it.
func (m *Model) ormModel(st *sqlstmt.Statement, v ssa.Value) {
	if v == nil {
		return
	}
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	t := v.Type()
	for i := 0; i < 3; i++ {
		switch u := types.Unalias(t).Underlying().(type) {
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		}
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && st.Table == "" {
		st.Table = snakeCase(n.Obj().Name())
	}
	for _, id := range []string{"ID", "Id"} {
		if _, set, known := m.res.StructField(v, id); known && set {
			st.HasWhere = true
			st.Where = append(st.Where, sqlstmt.Predicate{Column: "id", Op: "=", Value: sqlstmt.Operand{Kind: sqlstmt.Placeholder, Arg: -1}})
		}
	}
	if (versionPlugin(t) || versionTag(t)) && st.Verb == sqlstmt.Update {
		st.Where = append(st.Where, sqlstmt.Predicate{Column: "version", Op: "=", Value: sqlstmt.Operand{Kind: sqlstmt.Placeholder, Arg: -1}})
		st.Set = append(st.Set, sqlstmt.Assign{Column: "version", Value: sqlstmt.Operand{Kind: sqlstmt.SelfStep, Arg: -1}})
	}
}

// versionTag reports whether a model has a field that xorm compares by itself.
func versionTag(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := 0; i < s.NumFields(); i++ {
		if words, ok := reflect.StructTag(s.Tag(i)).Lookup("xorm"); ok && slices.Contains(strings.Fields(words), "version") {
			return true
		}
	}
	return false
}

// versionPlugin reports whether a model has a field of the type
// optimisticlock.Version, which adds the comparison by itself.
func versionPlugin(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := 0; i < s.NumFields(); i++ {
		if n, ok := types.Unalias(s.Field(i).Type()).(*types.Named); ok && n.Obj().Name() == "Version" && n.Obj().Pkg() != nil &&
			strings.HasSuffix(n.Obj().Pkg().Path(), "optimisticlock") {
			return true
		}
	}
	return false
}
