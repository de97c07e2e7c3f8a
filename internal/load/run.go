package load

import (
	"go/types"
	"runtime"
	"slices"
	"sync"

	"github.com/leasevet/leasevet/internal/report"
	"github.com/leasevet/leasevet/internal/unit"
)

// run handles every node once its imports are done, on all processors.
func (l *loader) run() {
	total := 0
	for _, n := range l.nodes {
		if !n.wanted {
			continue
		}
		total++
		for _, imp := range n.imports {
			imp.users = append(imp.users, n)
			imp.needed++
			n.waiting++
		}
	}
	if total == 0 {
		return
	}
	ready := make(chan *node, total)
	for _, n := range l.nodes {
		if n.wanted && n.waiting == 0 {
			ready <- n
		}
	}
	var mu sync.Mutex
	done := 0
	finish := func(n *node) {
		mu.Lock()
		defer mu.Unlock()
		done++
		if l.Progress != nil {
			l.Progress(done, total)
		}
		for _, u := range n.users {
			if u.waiting--; u.waiting == 0 {
				ready <- u
			}
		}
		l.release(n)
		for _, imp := range n.imports {
			imp.needed--
			l.release(imp)
		}
		if done == total {
			close(ready)
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

// release lets go of the types of a node that nothing will import any more. Those
// of a root hold the scopes of all its function bodies.
func (l *loader) release(n *node) {
	if n.needed == 0 && !slices.ContainsFunc(l.Verify, func(v Verification) bool { return v.Path == n.path }) {
		n.pkg = nil
	}
}

// handle type-checks a node and analyses it if that can tell anything new.
func (l *loader) handle(n *node) {
	n.inheritProblems()
	known := n.facts != nil // from the cache
	analyse := !known && (n.root || l.reaches(n))
	s := new(syntax)
	if !known && !analyse && n.local() {
		l.parse(n, s, true)
		analyse = l.concerns(n, s)
	}
	err := l.check(n, s, analyse)
	if err != nil {
		n.problems = append(n.problems, &Problem{Path: n.path, Msg: err.Error()})
		return
	}
	switch {
	case known || !n.own && !n.root:
	case n.fakeCgo:
		// The types of what C declares are unknown, which is no error to
		// go/types and a trap for whoever looks at them.
		n.illTyped = true
		n.problems = append(n.problems, &Problem{Path: n.path, Msg: "it uses cgo, and the go command could not run cgo (is there a C compiler?)"})
	case s.faults > 0:
		n.problems = append(n.problems, l.typeProblem(n, s)...)
	}
	if !analyse {
		return
	}
	if err := l.analyse(n, s); err != nil {
		n.problems = append(n.problems, &Problem{Path: n.path, Msg: err.Error()})
		return
	}
	for _, name := range sortedKeys(n.findings.Errors) {
		// One is enough: a model that fails takes all analyzers with it.
		n.problems = append(n.problems, &Problem{Path: n.path, Msg: n.findings.Errors[name]})
		break
	}
	l.store(n)
}

func (l *loader) analyse(n *node, s *syntax) error {
	facts, err := unit.ImportFacts(n.pkg, l.factsOf(n))
	if err != nil {
		return err
	}
	embedded := absolute(n.Dir, n.EmbedFiles)
	u := &unit.Unit{
		Path:          n.path,
		Fset:          l.fset,
		Files:         s.files,
		OtherFiles:    n.otherFiles(),
		IgnoredFiles:  n.ignoredFiles(),
		Embedded:      func(name string) bool { return slices.Contains(embedded, name) },
		Pkg:           n.pkg,
		Info:          s.info,
		Sizes:         l.sizes,
		Module:        n.module(),
		TypeErrors:    s.errors,
		IllTyped:      n.illTyped,
		ShowGenerated: l.Generated,
	}
	analyzers := l.Analyzers
	if !n.root {
		analyzers = unit.FactAnalyzers(analyzers)
	}
	results := unit.Run(u, analyzers, facts)
	n.findings = &report.Package{Path: n.path}
	places := report.NewPlaces(l.fset, s.files)
	for _, r := range results {
		switch {
		case r.Skipped():
		case n.root || r.Err != nil:
			n.findings.Add(places, r.Analyzer.Name, r.Diagnostics, r.Stories, r.Err)
			n.findings.AddSuppressed(places, r.Analyzer.Name, r.Suppressed, r.Stories)
		}
	}
	n.facts, err = facts.Export()
	return err
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
	return l.Clients.Reaches(n.path, imports, func(path string) bool { return !byPath[path].facts.Empty() })
}

// concerns says whether a node that reaches no client may have facts by what is in its
// files, which were parsed with their comments.
func (l *loader) concerns(n *node, s *syntax) bool {
	if n.fakeCgo || l.Clients.LeaveAlone(n.path) {
		return false
	}
	return l.Clients.Concern == nil || l.Clients.Concern(n.path, s.files, sortedKeys(n.imports), func(path string) *types.Package {
		return n.imports[path].pkg
	})
}

func (l *loader) factsOf(n *node) func(path string) *unit.Export {
	byPath := make(map[string]*unit.Export, len(n.imports))
	for _, imp := range n.imports {
		byPath[imp.path] = imp.facts
	}
	return func(path string) *unit.Export { return byPath[path] }
}
