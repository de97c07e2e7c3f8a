// Package load runs analyzers on packages loaded from source, in one process
// and without a compiler. Only code that can matter is looked at closely: the
// function bodies of the main modules, and those of dependencies that reach a
// catalogued client. The rest is type-checked by its declarations, and no
// syntax outlives its unit.
package load

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/report"
	"github.com/leasevet/leasevet/internal/unit"
)

// Options say what to load and what to run on it.
type Options struct {
	Dir       string   // where the go command runs; "" is the working directory
	Env       []string // its environment; nil is ours
	Patterns  []string // as for go build; none means "."
	Tags      string   // build tags
	Tests     bool     // analyse test files too
	Generated bool     // keep findings in generated files

	Analyzers []*analysis.Analyzer

	// Client says whether a package path is that of a client library that
	// the analyzers know.
	Client func(path string) bool

	// Progress, if set, is told how many units of all are done.
	Progress func(done, total int)
}

// A Result is what a run gives.
type Result struct {
	Packages []*report.Package // of the roots, sorted by path
	Problems []Problem         // what could not be analysed, sorted by path
	Checked  int               // packages analysed, tests counted with theirs
	Skipped  int               // packages not analysed since they depend on ill-typed code
}

// Findings is the number of findings.
func (r *Result) Findings() int {
	n := 0
	for _, p := range r.Packages {
		n += p.Len()
	}
	return n
}

// Run loads and analyses. An error means that nothing could be done; packages
// that could not be loaded are problems in the result.
func Run(o Options) (*Result, error) {
	unit.RegisterFacts(o.Analyzers)
	if len(o.Patterns) == 0 {
		o.Patterns = []string{"."}
	}
	env, err := o.goEnv()
	if err != nil {
		return nil, err
	}
	patterns, err := o.expand(env, o.Patterns)
	if err != nil {
		return nil, err
	}
	list, err := o.goList(patterns)
	if err != nil {
		return nil, err
	}
	if err := tooNew(list, runtime.Version()); err != nil {
		return nil, err
	}
	l := &loader{
		Options: o,
		fset:    token.NewFileSet(),
		sizes:   types.SizesFor("gc", env.GOARCH),
		nodes:   buildGraph(list),
	}
	l.translateCgo()
	l.run()
	return l.result(list), nil
}

type loader struct {
	Options
	fset  *token.FileSet
	sizes types.Sizes
	nodes []*node
}

// run handles every node once its imports are done, on all processors.
func (l *loader) run() {
	for _, n := range l.nodes {
		for _, imp := range n.imports {
			imp.users = append(imp.users, n)
			n.waiting++
		}
	}
	ready := make(chan *node, len(l.nodes))
	for _, n := range l.nodes {
		if n.waiting == 0 {
			ready <- n
		}
	}
	if len(l.nodes) == 0 {
		return
	}
	var mu sync.Mutex
	done := 0
	finish := func(n *node) {
		mu.Lock()
		defer mu.Unlock()
		done++
		for _, u := range n.users {
			if u.waiting--; u.waiting == 0 {
				ready <- u
			}
		}
		if done == len(l.nodes) {
			close(ready)
		}
		if l.Progress != nil {
			l.Progress(done, len(l.nodes))
		}
	}
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for n := range ready {
				l.handle(n)
				finish(n)
			}
		})
	}
	workers.Wait()
}

// handle type-checks a node and analyses it if that can tell anything.
func (l *loader) handle(n *node) {
	analyse := n.root || l.reaches(n)
	s := l.check(n, analyse)
	if s.faults > 0 && (n.own || n.root) {
		n.problem = l.typeProblem(n, s)
	}
	if !analyse {
		return
	}
	facts, err := unit.ImportFacts(n.pkg, l.factsOf(n))
	if err != nil {
		n.problem = internal(n, err)
		return
	}
	u := &unit.Unit{
		Path:          n.path,
		Fset:          l.fset,
		Files:         s.files,
		OtherFiles:    absolute(n.Dir, slices.Concat(n.CFiles, n.CXXFiles, n.HFiles, n.SFiles)),
		IgnoredFiles:  absolute(n.Dir, slices.Concat(n.IgnoredGoFiles, n.IgnoredOtherFiles)),
		Pkg:           n.pkg,
		Info:          s.info,
		Sizes:         l.sizes,
		Module:        n.module(),
		TypeErrors:    s.errors,
		IllTyped:      n.illTyped,
		ShowGenerated: l.Generated,
	}
	results := unit.Run(u, l.Analyzers, facts)
	if n.facts, err = facts.Export(); err != nil {
		n.problem = internal(n, err)
	}
	if !n.root {
		return
	}
	n.findings = &report.Package{Path: n.path}
	for _, r := range results {
		if !r.Skipped() {
			n.findings.Add(l.fset, r.Analyzer.Name, r.Diagnostics, r.Err)
		}
	}
}

// reaches says whether a node that is wanted only for its facts can have any.
// A dependency that uses cgo is passed over: without running cgo its bodies do
// not type-check, and bindings to C hold no lock logic.
func (l *loader) reaches(n *node) bool {
	if n.Standard || n.fakeCgo {
		return false
	}
	imports := make([]string, 0, len(n.imports))
	byPath := make(map[string]*node, len(n.imports))
	for _, imp := range n.imports {
		imports = append(imports, imp.path)
		byPath[imp.path] = imp
	}
	return unit.Reaches(imports, l.Client, func(path string) bool { return !byPath[path].facts.Empty() })
}

func (l *loader) factsOf(n *node) func(path string) *unit.Export {
	byPath := make(map[string]*unit.Export, len(n.imports))
	for _, imp := range n.imports {
		byPath[imp.path] = imp.facts
	}
	return func(path string) *unit.Export { return byPath[path] }
}

func (l *loader) result(list []*listed) *Result {
	r := new(Result)
	checked, skipped := make(map[string]bool), make(map[string]bool)
	r.Problems = l.problems(list)
	broken := make(map[string]bool, len(r.Problems))
	for _, p := range r.Problems {
		broken[p.Path] = true
	}
	for _, n := range l.nodes {
		if !n.root {
			continue
		}
		if n.findings != nil {
			r.Packages = append(r.Packages, n.findings)
		}
		path := cmp.Or(n.ForTest, n.path)
		if !n.illTyped {
			checked[path] = true
		} else if !broken[n.path] {
			skipped[path] = true
		}
	}
	r.Checked, r.Skipped = len(checked), len(skipped)
	slices.SortFunc(r.Packages, func(a, b *report.Package) int { return strings.Compare(a.Path, b.Path) })
	return r
}

// tooNew refuses modules that ask for a newer Go than this program was built
// with: go/types would reject each of their packages one by one.
func tooNew(list []*listed, built string) error {
	for _, p := range list {
		m := p.Module
		if m == nil || !m.Main || m.GoVersion == "" || !newer("go"+m.GoVersion, built) {
			continue
		}
		return &ConfigError{fmt.Sprintf("leasevet was built with %s and cannot check code for go%s (%s): rebuild leasevet with a newer Go", built, m.GoVersion, m.GoMod)}
	}
	return nil
}
