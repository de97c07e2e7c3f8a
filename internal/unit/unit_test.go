package unit

import (
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

type pkgFact struct{ Names map[string]int }

func (*pkgFact) AFact() {}

type objFact struct{ Note string }

func (*objFact) AFact() {}

// world type-checks packages that import each other, as a driver does.
type world struct {
	t       *testing.T
	fset    *token.FileSet
	pkgs    map[string]*types.Package
	exports map[string]*Export
}

func newWorld(t *testing.T) *world {
	return &world{t, token.NewFileSet(), map[string]*types.Package{}, map[string]*Export{}}
}

func (w *world) Import(path string) (*types.Package, error) {
	if p := w.pkgs[path]; p != nil {
		return p, nil
	}
	return importer.Default().Import(path)
}

func (w *world) unit(path, src string) *Unit {
	w.t.Helper()
	f, err := parser.ParseFile(w.fset, path+".go", src, parser.ParseComments)
	if err != nil {
		w.t.Fatal(err)
	}
	u := &Unit{Path: path, Fset: w.fset, Files: []*ast.File{f}, Info: NewInfo()}
	conf := types.Config{Importer: w}
	if u.Pkg, err = conf.Check(path, w.fset, u.Files, u.Info); err != nil {
		w.t.Fatal(err)
	}
	w.pkgs[path] = u.Pkg
	return u
}

// analyse runs a on a new unit and keeps its export in encoded form only.
func (w *world) analyse(path, src string, a *analysis.Analyzer) Result {
	w.t.Helper()
	u := w.unit(path, src)
	facts, err := ImportFacts(u.Pkg, func(path string) *Export { return w.exports[path] })
	if err != nil {
		w.t.Fatal(err)
	}
	results := Run(u, []*analysis.Analyzer{a}, facts)
	export, err := facts.Export()
	if err != nil {
		w.t.Fatal(err)
	}
	w.exports[path] = &Export{Data: export.Data}
	return results[0]
}

// Package facts are seen by direct importers, facts of methods also further up,
// and an object that nobody outside can name takes its fact along.
func TestFacts(t *testing.T) {
	var seen []string
	a := &analysis.Analyzer{Name: "a", Doc: "a", FactTypes: []analysis.Fact{new(pkgFact), new(objFact)}}
	a.Run = func(pass *analysis.Pass) (any, error) {
		seen = nil
		for _, f := range pass.AllPackageFacts() {
			seen = append(seen, "package "+f.Package.Path())
		}
		for _, f := range pass.AllObjectFacts() {
			seen = append(seen, f.Object.Name()+" "+f.Fact.(*objFact).Note)
		}
		if pass.Pkg.Path() != "c" {
			pass.ExportPackageFact(&pkgFact{map[string]int{pass.Pkg.Path(): 1}})
		}
		for id, obj := range pass.TypesInfo.Defs {
			if fn, ok := obj.(*types.Func); ok {
				pass.ExportObjectFact(fn, &objFact{"in " + pass.Pkg.Path()})
				var back objFact
				if !pass.ImportObjectFact(fn, &back) || back.Note != "in "+pass.Pkg.Path() {
					t.Errorf("own fact of %s: %v", id.Name, back)
				}
			}
		}
		for _, imp := range pass.Pkg.Imports() {
			var f pkgFact
			if !pass.ImportPackageFact(imp, &f) || f.Names[imp.Path()] != 1 {
				t.Errorf("%s: no fact of %s", pass.Pkg.Path(), imp.Path())
			}
		}
		return nil, nil
	}
	RegisterFacts([]*analysis.Analyzer{a})
	w := newWorld(t)
	w.analyse("a", "package a\n\ntype T struct{}\n\nfunc (T) M() {}\n\nfunc F() { type local struct{} }\n", a)
	w.analyse("b", "package b\n\nimport \"a\"\n\nfunc G() a.T { return a.T{} }\n", a)
	if got := sorted(seen); got != "F in a, M in a, package a" {
		t.Errorf("b sees %s", got)
	}
	w.analyse("c", "package c\n\nimport \"b\"\n\nvar X = b.G()\n", a)
	if got := sorted(seen); got != "G in b, M in a, package b" {
		t.Errorf("c sees %s", got)
	}
	w.analyse("d", "package d\n", a)
	if seen != nil {
		t.Errorf("d sees %v", seen)
	}
}

func sorted(list []string) string {
	slices.Sort(list)
	return strings.Join(slices.Compact(list), ", ")
}

func TestDamagedFacts(t *testing.T) {
	w := newWorld(t)
	w.unit("a", "package a\n")
	w.exports["a"] = &Export{Data: []byte("no gob")}
	u := w.unit("b", "package b\n\nimport _ \"a\"\n")
	if _, err := ImportFacts(u.Pkg, func(path string) *Export { return w.exports[path] }); err == nil {
		t.Error("no error")
	}
}

// A failure of what analyzers require is theirs, told once and in its words.
func TestFailures(t *testing.T) {
	boom := &analysis.Analyzer{Name: "boom", Doc: "boom", Run: func(*analysis.Pass) (any, error) {
		var p *analysis.Pass
		return p.Pkg, nil // a nil dereference, as an analyzer's fault would be
	}}
	failing := &analysis.Analyzer{Name: "failing", Doc: "failing", Run: func(*analysis.Pass) (any, error) {
		return nil, errors.New("no luck")
	}}
	wrong := &analysis.Analyzer{Name: "wrong", Doc: "wrong", ResultType: reflect.TypeFor[int](), Run: func(*analysis.Pass) (any, error) {
		return "text", nil
	}}
	robust := &analysis.Analyzer{Name: "robust", Doc: "robust", RunDespiteErrors: true, Run: func(*analysis.Pass) (any, error) { return nil, nil }}
	needs := func(a *analysis.Analyzer) *analysis.Analyzer {
		return &analysis.Analyzer{Name: "needs", Doc: "needs", Requires: []*analysis.Analyzer{a}, Run: func(*analysis.Pass) (any, error) { return nil, nil }}
	}
	for _, test := range []struct {
		a        *analysis.Analyzer
		illTyped bool
		want     string
	}{
		{boom, false, "analyzer boom on p: panic in "},
		{boom, false, "TestFailures.func1 (unit_test.go:"},
		{boom, false, "nil pointer dereference"},
		{needs(boom), false, "analyzer boom on p: panic in "},
		{needs(failing), false, "analyzer failing on p: no luck"},
		{wrong, false, "result is string, declared int"},
		{failing, true, "skipped"},
		{needs(robust), true, "skipped"},
		{robust, true, ""},
	} {
		u := newWorld(t).unit("p", "package p\n")
		u.IllTyped = test.illTyped
		facts, err := ImportFacts(u.Pkg, nil)
		if err != nil {
			t.Fatal(err)
		}
		r := Run(u, []*analysis.Analyzer{test.a}, facts)[0]
		switch {
		case test.want == "" && r.Err != nil:
			t.Errorf("%s: %v", test.a, r.Err)
		case test.want != "" && (r.Err == nil || !strings.Contains(r.Err.Error(), test.want)):
			t.Errorf("%s: got %v, want %q", test.a, r.Err, test.want)
		case r.Skipped() != (test.want == "skipped"):
			t.Errorf("%s: skipped is %v", test.a, r.Skipped())
		}
	}
}

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"x.sql", "y.sql", "z.c"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	u := newWorld(t).unit("p", "package p\n")
	u.OtherFiles = []string{filepath.Join(dir, "z.c")}
	u.Embedded = func(name string) bool { return name == filepath.Join(dir, "x.sql") }
	for name, ok := range map[string]bool{"x.sql": true, "y.sql": false, "z.c": true} {
		if _, err := u.readFile(filepath.Join(dir, name)); (err == nil) != ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestGenerated(t *testing.T) {
	for src, want := range map[string]bool{
		"// Code generated by x. DO NOT EDIT.\n\npackage p\n":                                                                true,
		"package p\n\n// Code generated by x. DO NOT EDIT.\n":                                                                false,
		"// A comment.\n\n// Code generated by x. DO NOT EDIT.\n\npackage p\n":                                               true,
		"// Code generated by cmd/cgo; DO NOT EDIT.\n\npackage p\n":                                                          false,
		"// Code generated by cmd/cgo; DO NOT EDIT.\n\n//line p.go:1:1\n// Code generated by x. DO NOT EDIT.\n\npackage p\n": true,
	} {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if got := isGenerated(fset, f); got != want {
			t.Errorf("%q: %v", src, got)
		}
	}
}
