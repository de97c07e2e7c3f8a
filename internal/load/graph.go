package load

import (
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/cache"
	"github.com/leasevet/leasevet/internal/report"
	"github.com/leasevet/leasevet/internal/unit"
)

// A node is one compilation unit of the import graph.
type node struct {
	*listed
	path    string // ImportPath without the suffix of a test variant
	own     bool   // of a main module: the code that we were asked about
	root    bool   // its findings are reported
	fakeCgo bool   // it uses cgo, and files holds only what people wrote
	files   []string
	imports map[string]*node // by the path written in the source
	users   []*node

	key  cache.Key
	sums map[string]fileSum // of the files that the key is made of

	waiting int  // imports that are not done
	needed  int  // users that are not done
	wanted  bool // type-checked in this run
	client  bool // it may reach a client, going by the import graph alone

	// Results, written by the goroutine that handles the node and read by
	// those that handle its users.
	pkg      *types.Package
	illTyped bool // it has type errors, or depends on some
	illDecls bool // so that importers are ill-typed too
	changed  bool // a file, or one of an import, is not what the key was made of: somebody is editing
	facts    *unit.Export
	findings *report.Package
	problems []*Problem // of this node and of what it imports
}

// variantOf splits "p [q.test]" into p and q.test.
func variantOf(importPath string) (path, variant string) {
	if i := strings.IndexByte(importPath, ' '); i >= 0 {
		return importPath[:i], strings.Trim(importPath[i+1:], "[]")
	}
	return importPath, ""
}

// buildGraph links the listed packages and leaves out what no root needs.
//
// The roots are those of the go command's vet: a package together with its
// in-package tests, and its external tests. A package that has in-package
// tests is therefore seen twice when others import it, and its findings are
// taken from the variant with tests only.
func buildGraph(list []*listed) []*node {
	nodes := make(map[string]*node, len(list))
	tested := make(map[string]bool) // packages with an in-package test variant
	var roots []*node
	for _, p := range list {
		n := &node{listed: p}
		n.path, _ = variantOf(p.ImportPath)
		n.own = p.Module != nil && p.Module.Main || p.Module == nil && !p.Standard
		nodes[p.ImportPath] = n
		if p.ForTest != "" && n.path == p.ForTest {
			tested[n.path] = true
		}
	}
	for _, p := range list {
		n := nodes[p.ImportPath]
		n.root = !p.DepOnly && len(p.GoFiles)+len(p.CgoFiles) > 0 && !isTestMain(p, nodes) && !intermediate(n)
		if n.root && p.ForTest == "" && tested[n.path] {
			n.root = false
		}
		if n.root {
			roots = append(roots, n)
		}
		n.files = absolute(p.Dir, p.GoFiles)
		if len(p.CgoFiles) > 0 {
			n.files = append(n.files, absolute(p.Dir, p.CgoFiles)...)
			n.fakeCgo = true
		}
		n.imports = make(map[string]*node, len(p.Imports))
		imports := p.Imports
		if (n.own || n.root) && len(p.CgoFiles) > 0 {
			// What cgo makes of the files imports more than they do.
			imports = append(slices.Clone(imports), "runtime/cgo", "syscall")
		}
		for _, id := range imports {
			if imp := nodes[id]; imp != nil && imp != n && id != "C" && id != "unsafe" {
				n.imports[id] = imp
			}
		}
		for source, id := range p.ImportMap {
			if imp := n.imports[id]; imp != nil {
				delete(n.imports, id)
				n.imports[source] = imp
			}
		}
	}
	return needed(roots)
}

// intermediate says whether n is a package recompiled because something it
// imports is under test; the go command does not vet those either.
func intermediate(n *node) bool {
	return n.ForTest != "" && n.path != n.ForTest && n.path != n.ForTest+"_test"
}

// isTestMain recognises the main package that `go test` generates.
func isTestMain(p *listed, nodes map[string]*node) bool {
	if p.Name != "main" || !strings.HasSuffix(p.ImportPath, ".test") {
		return false
	}
	for _, f := range p.GoFiles {
		if filepath.IsAbs(f) {
			return true // in the build cache: no file of a person's package is
		}
	}
	return len(p.GoFiles) == 0
}

// needed is the roots and what they import, dependencies first. An import that
// closes a cycle is dropped, or nothing on the cycle could ever be started; go
// list has reported it.
func needed(roots []*node) []*node {
	var order []*node
	const open, done = 1, 2
	state := make(map[*node]int)
	var visit func(n *node)
	visit = func(n *node) {
		state[n] = open
		for _, path := range sortedKeys(n.imports) {
			switch imp := n.imports[path]; state[imp] {
			case open:
				delete(n.imports, path)
			case done:
			default:
				visit(imp)
			}
		}
		state[n] = done
		order = append(order, n)
	}
	for _, n := range roots {
		if state[n] != done {
			visit(n)
		}
	}
	return order
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func absolute(dir string, files []string) []string {
	abs := make([]string, len(files))
	for i, f := range files {
		if abs[i] = f; !filepath.IsAbs(f) {
			abs[i] = filepath.Join(dir, f)
		}
	}
	return abs
}

// local says whether n belongs to a module that somebody works on: a main module, or
// a directory that stands for another one.
func (n *node) local() bool {
	return !n.Standard && (n.Module == nil || n.Module.Version == "")
}

// goVersion is the language version of the unit; the standard library has
// that of the compiler.
func (n *node) goVersion() string {
	switch {
	case n.Module == nil:
		return ""
	case n.Module.GoVersion == "":
		return "go1.16" // the go command's default for a go.mod that says nothing
	}
	return "go" + n.Module.GoVersion
}

func (n *node) module() *analysis.Module {
	if n.Module == nil {
		return nil
	}
	return &analysis.Module{Path: n.Module.Path, Version: n.Module.Version, GoVersion: n.Module.GoVersion}
}
