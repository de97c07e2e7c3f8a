package load

import (
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/cache"
	"github.com/leasevet/leasevet/internal/unit"
)

// signatures reports the type of each function that a package calls, so that
// findings depend on the package and on what it imports.
var signatures = &analysis.Analyzer{Name: "signatures", Doc: "signatures: types of used functions", Run: func(pass *analysis.Pass) (any, error) {
	for id, obj := range pass.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok {
			pass.Reportf(id.Pos(), "%s", fn.Type())
		}
	}
	return nil, nil
}}

// writer writes files below a directory.
func writer(t *testing.T, dir string) func(name, text string) {
	return func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// A file that is edited while a run is under way must leave no result under the
// key of what it was before: not for its package, and not for an importer.
func TestEditWhileRunning(t *testing.T) {
	dir := t.TempDir()
	write := writer(t, dir)
	write("go.mod", "module example.com/m\n\ngo 1.26\n")
	write("z/z.go", "package z\n")
	const dep, user = "package a\n\nimport _ \"example.com/m/z\"\n\nfunc F() int { return 0 }\n", "package b\n\nimport \"example.com/m/a\"\n\nfunc G() { a.F() }\n"
	write("a/a.go", dep)
	write("b/b.go", user)
	results := cache.Open(filepath.Join(dir, "results"))
	find := func(pattern string, edit func()) []string {
		t.Helper()
		r, err := Run(Options{
			Dir: dir, Patterns: []string{pattern}, Env: append(os.Environ(), "GOWORK=off", "GOFLAGS="),
			Analyzers: []*analysis.Analyzer{signatures}, Clients: unit.Clients{Known: func(string) bool { return false }},
			Cache: results, ToolID: t.Name(),
			Progress: func(done, _ int) {
				if done == 1 { // z, on which all others wait
					edit()
				}
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		var messages []string
		for _, p := range r.Packages {
			for _, f := range p.Findings["signatures"] {
				messages = append(messages, f.Message)
			}
		}
		return messages
	}
	nothing := func() {}
	for _, test := range []struct {
		name, edited, text, restored string
		during                       []string
	}{
		{"the package", "b/b.go", "package b\n\nimport \"example.com/m/a\"\n\nfunc G() { a.F(); a.F() }\n", user, []string{"func() int", "func() int"}},
		{"what it imports", "a/a.go", "package a\n\nimport _ \"example.com/m/z\"\n\nfunc F() string { return \"\" }\n", dep, []string{"func() string"}},
	} {
		// Another comment makes keys that no earlier case has.
		write("z/z.go", "package z // "+test.name+"\n")
		// Asked for b alone, a is type-checked without function bodies.
		if got := find("./b", func() { write(test.edited, test.text) }); !slices.Equal(got, test.during) {
			t.Errorf("%s: during the edit %q", test.name, got)
		}
		write(test.edited, test.restored)
		if got, want := find("./b", nothing), []string{"func() int"}; !slices.Equal(got, want) {
			t.Errorf("%s: afterwards %q, want %q", test.name, got, want)
		}
	}
}
