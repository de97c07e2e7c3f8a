package catalog

import (
	"go/types"
	"slices"
	"strings"
	"sync"

	"github.com/leasevet/leasevet/internal/catalog/family"
)

// index is the parsed catalog. It is built at the first question, so that
// importing this package costs nothing.
var index = sync.OnceValue(func() *tables {
	t := &tables{
		families: map[string]*Library{},
		names:    map[string][]*Row{},
		fields:   map[string][]*Field{},
	}
	for _, lib := range Libraries {
		for _, p := range lib.Paths {
			t.families[p] = lib
		}
		for i := range lib.Rows {
			r := &lib.Rows[i]
			if r.parse() != nil {
				continue // a test sees to it that there is none
			}
			r.Lib = lib
			t.rows = append(t.rows, r)
			for _, name := range r.Names {
				t.names[name] = append(t.names[name], r)
			}
		}
		for i := range lib.Fields {
			f := &lib.Fields[i]
			f.Lib = lib
			t.fields[f.Name] = append(t.fields[f.Name], f)
		}
	}
	for _, rows := range t.names {
		slices.SortStableFunc(rows, func(a, b *Row) int { return rank(a) - rank(b) })
	}
	return t
})

// rank puts the rows of named receivers before those of any receiver.
func rank(r *Row) int {
	if r.Strict {
		return 0
	}
	return 1
}

type tables struct {
	families map[string]*Library // by path without the major version
	names    map[string][]*Row   // by name of the function or method
	fields   map[string][]*Field // by field name
	rows     []*Row
}

// place is where a package stands in the catalog.
type place struct {
	lib   *Library
	sub   string // the package below the family path
	major int    // 0: the path has no major version
}

func lookup(fn *types.Func) *Row {
	if fn == nil || fn.Pkg() == nil {
		return nil // error.Error and the like
	}
	if row := generatedRow(fn); row != nil {
		return row
	}
	t := index()
	rows := t.names[fn.Name()]
	if rows == nil {
		return chainRow(fn)
	}
	at := placeOf(fn.Pkg().Path())
	if at.lib == nil {
		return nil
	}
	if row := chainRow(fn); row != nil {
		return row
	}
	sig := fn.Origin().Signature()
	recv := receiver(sig)
	for _, r := range rows {
		if r.Lib == at.lib && (r.On != "") == (sig.Recv() != nil) && r.in(at) && r.on(recv) && r.fit(sig, nil) {
			return r
		}
	}
	return nil
}

// Callee is the function that calls of a value of type t stand for: a function type
// that a catalogued package declares, such as esapi.Index, has rows under its own
// name. It is nil for any other type.
func Callee(t types.Type) *types.Func {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return nil
	}
	if fn, ok := callees.Load(n.Obj()); ok {
		return fn.(*types.Func)
	}
	sig, ok := n.Underlying().(*types.Signature)
	if !ok || placeOf(n.Obj().Pkg().Path()).lib == nil {
		return nil
	}
	fn, _ := callees.LoadOrStore(n.Obj(), types.NewFunc(n.Obj().Pos(), n.Obj().Pkg(), n.Obj().Name(), sig))
	return fn.(*types.Func)
}

// CalleeVar is Callee for a variable of a package that holds a function: jet's
// postgres.Int is one.
func CalleeVar(v *types.Var) *types.Func {
	if v == nil || v.Pkg() == nil || v.IsField() {
		return nil
	}
	if fn, ok := callees.Load(v); ok {
		return fn.(*types.Func)
	}
	sig, ok := v.Type().Underlying().(*types.Signature)
	if !ok || placeOf(v.Pkg().Path()).lib == nil {
		return nil
	}
	fn, _ := callees.LoadOrStore(v, types.NewFunc(v.Pos(), v.Pkg(), v.Name(), sig))
	return fn.(*types.Func)
}

// callees are the functions that Callee and CalleeVar made.
var callees sync.Map

func known(path string) bool {
	at := placeOf(path)
	if at.lib == nil {
		return false
	}
	if at.sub == "" || internal(at.sub) {
		return true
	}
	return slices.ContainsFunc(at.lib.Rows, func(r Row) bool { return has(r.Pkg, at.sub) })
}

// placeOf splits a package path into family, major version and sub-package. The tables
// are not built for a package of no library.
func placeOf(path string) place {
	if at, ok := places.Load(path); ok {
		return at.(place)
	}
	var at place
	if f, ok := family.Find(path); ok {
		at = place{lib: index().families[f.Family], sub: f.Sub, major: f.Major}
	}
	places.Store(path, at)
	return at
}

// places are the answers of placeOf.
var places sync.Map

// in reports whether the row belongs to the package.
func (r *Row) in(at place) bool {
	if at.major < r.Since || r.Until > 0 && at.major > r.Until {
		return false
	}
	return has(r.Pkg, at.sub) || r.Pkg == "" && internal(at.sub)
}

// on reports whether the declaring receiver fits a Strict row.
func (r *Row) on(recv string) bool { return !r.Strict || has(r.On, recv) }

// has reports whether "A|B" lists s.
func has(list, s string) bool {
	for item := range strings.SplitSeq(list, "|") {
		if item == s {
			return true
		}
	}
	return false
}

func internal(sub string) bool {
	return sub == "internal" || strings.HasPrefix(sub, "internal/") || strings.Contains(sub, "/internal/")
}

// receiver is the name of the declaring type, "" for functions.
func receiver(sig *types.Signature) string {
	if sig.Recv() == nil {
		return ""
	}
	return typeName(sig.Recv().Type())
}

// typeName is the name of a named type or of a pointer to one.
func typeName(t types.Type) string {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

// LookupField returns the meaning of a field of a struct type (or of a pointer
// to one), or nil.
func LookupField(t types.Type, name string) *Field {
	tables := index()
	fields := tables.fields[name]
	if fields == nil {
		return nil
	}
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return nil
	}
	at := placeOf(n.Obj().Pkg().Path())
	for _, f := range fields {
		if f.Lib == at.lib && has(f.On, n.Obj().Name()) && (has(f.Pkg, at.sub) || f.Pkg == "" && internal(at.sub)) {
			return f
		}
	}
	return nil
}
