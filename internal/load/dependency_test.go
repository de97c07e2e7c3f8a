package load

import (
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/cache"
	"github.com/leasevet/leasevet/internal/unit"
)

// visited is the fact that an analyzer has seen a package.
type visited struct{ Seen bool }

func (*visited) AFact() {}

// A dependency of a main module whose own text makes it of interest is analysed
// once: later runs take what is known of it from the cache. The inside of a
// client is never asked for.
func TestDependencyFromCache(t *testing.T) {
	dir := t.TempDir()
	write := writer(t, dir)
	write("go.mod", "module example.com/m\n\ngo 1.26\n")
	write("client/client.go", "package client // a client, SHAPED\n")
	write("store/store.go", "package store // SHAPED\n")
	write("app/app.go", "package app\n\nimport (\n\t_ \"example.com/m/client\"\n\t_ \"example.com/m/store\"\n)\n")
	results := cache.Open(filepath.Join(dir, "results"))
	var mu sync.Mutex
	var runs, facts []string // guarded: packages are analysed in parallel
	watch := &analysis.Analyzer{
		Name: "watch", Doc: "watch: which packages are analysed", FactTypes: []analysis.Fact{new(visited)},
		Run: func(pass *analysis.Pass) (any, error) {
			mu.Lock()
			defer mu.Unlock()
			runs = append(runs, pass.Pkg.Name())
			for _, f := range pass.AllPackageFacts() {
				facts = append(facts, f.Package.Name())
			}
			pass.ExportPackageFact(&visited{true})
			return nil, nil
		},
	}
	run := func(patterns ...string) {
		t.Helper()
		runs, facts = nil, nil
		_, err := Run(Options{
			Dir: dir, Patterns: patterns, Tests: true, Env: append(os.Environ(), "GOWORK=off", "GOFLAGS="),
			Analyzers: []*analysis.Analyzer{watch}, Cache: results, ToolID: t.Name(),
			Clients: unit.Clients{
				Known:  func(path string) bool { return path == "example.com/m/client" },
				Opaque: func(path string) bool { return path == "example.com/m/client" },
				Concern: func(_ string, files []*ast.File, _ []string, _ func(string) *types.Package) bool {
					return strings.Contains(files[0].Comments[0].Text(), "SHAPED")
				},
			},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	check := func(when string, want ...string) {
		t.Helper()
		if !slices.Equal(runs, want) {
			t.Errorf("%s: analysed %q, want %q", when, runs, want)
		}
	}
	run("./app")
	check("first", "store", "app")
	run("./app")
	check("unchanged")
	write("app/app.go", "package app\n\nimport (\n\t_ \"example.com/m/client\"\n\t_ \"example.com/m/store\"\n)\n\n// edited\n")
	run("./app")
	check("edited", "app")
	if want := []string{"store"}; !slices.Equal(facts, want) {
		t.Errorf("after the edit app knows facts of %q, want %q", facts, want)
	}
	// A package with tests of its own is seen twice, and importers see it without them.
	write("store/store_test.go", "package store // SHAPED\n")
	write("app/app.go", "package app\n\nimport _ \"example.com/m/store\"\n")
	run("./app", "./store")
	if want := []string{"store"}; !slices.Equal(facts, want) {
		t.Errorf("beside its tests, app knows facts of %q, want %q", facts, want)
	}
}
