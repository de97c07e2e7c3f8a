package load

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/cache"
)

// fileSum is the hash of a file's content; zero if it could not be read.
type fileSum [sha256.Size]byte

// setKeys gives each node the hash of what its result depends on: this
// program, the Go release and the platform, the settings, its own files, and
// the keys of what it imports. The standard library is known by the Go release
// and a package of the module cache by its module's version, since both are
// read-only; all other files count by their content.
func (l *loader) setKeys() {
	sums := l.sumFiles()
	base := l.baseKey()
	for _, n := range l.nodes { // dependencies first
		h := sha256.New()
		h.Write(base[:])
		fmt.Fprintf(h, "unit %q root %v cgo %v own %v\n", n.ImportPath, n.root, n.fakeCgo, n.own)
		if n.Error != nil {
			fmt.Fprintf(h, "error %q\n", n.Error.Err)
		}
		if m := n.Module; m != nil {
			fmt.Fprintf(h, "module %q %q go %q\n", m.Path, m.Version, m.GoVersion)
		}
		if !n.Standard {
			// Findings name files by their full path.
			fmt.Fprintf(h, "dir %q\n", n.Dir)
			for _, f := range n.contents() {
				sum := sums[f]
				fmt.Fprintf(h, "file %q %x\n", f, sum)
			}
		}
		writeImports(h, n)
		h.Sum(n.key[:0])
		n.sums = sums
	}
}

// writeImports writes the imports by what the source calls them, which a
// vendor directory or a test variant may direct elsewhere.
func writeImports(h hash.Hash, n *node) {
	for _, path := range sortedKeys(n.imports) {
		imp := n.imports[path]
		fmt.Fprintf(h, "import %q %x\n", path, imp.key)
	}
}

// baseKey is what all results of this run depend on.
func (l *loader) baseKey() cache.Key {
	h := sha256.New()
	e := l.env
	fmt.Fprintf(h, "leasevet %q built with %s\n", l.ToolID, runtime.Version())
	fmt.Fprintf(h, "go %s %q %s/%s experiment %q cgo %s flags %q tags %q\n",
		e.GOVERSION, e.GOROOT, e.GOOS, e.GOARCH, e.GOEXPERIMENT, e.CGO_ENABLED, e.GOFLAGS, l.Tags)
	fmt.Fprintf(h, "generated %v\n", l.Generated)
	seen := make(map[*analysis.Analyzer]bool)
	var visit func(list []*analysis.Analyzer)
	visit = func(list []*analysis.Analyzer) {
		for _, a := range list {
			if seen[a] {
				continue
			}
			seen[a] = true
			fmt.Fprintf(h, "analyzer %s\n", a.Name)
			a.Flags.VisitAll(func(f *flag.Flag) { fmt.Fprintf(h, "-%s=%q\n", f.Name, f.Value.String()) })
			visit(a.Requires)
		}
	}
	visit(l.Analyzers)
	return cache.Key(h.Sum(nil))
}

// contents is the files that an analyzer can read.
func (n *node) contents() []string {
	return slices.Concat(n.files, n.otherFiles(), n.ignoredFiles(), absolute(n.Dir, n.EmbedFiles))
}

func (n *node) otherFiles() []string {
	return absolute(n.Dir, slices.Concat(n.CFiles, n.CXXFiles, n.HFiles, n.SFiles))
}

func (n *node) ignoredFiles() []string {
	return absolute(n.Dir, slices.Concat(n.IgnoredGoFiles, n.IgnoredOtherFiles))
}

// sumFiles hashes the files of all nodes whose content may change.
func (l *loader) sumFiles() map[string]fileSum {
	sums := make(map[string]fileSum)
	for _, n := range l.nodes {
		if n.Standard || l.readOnly(n) {
			continue
		}
		for _, f := range n.contents() {
			sums[f] = fileSum{}
		}
	}
	names := make(chan string, len(sums))
	for f := range sums {
		names <- f
	}
	close(names)
	var mu sync.Mutex
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for name := range names {
				sum := sumFile(name)
				mu.Lock()
				sums[name] = sum
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	return sums
}

// readOnly says whether n comes from the module cache, where the module's
// version stands for the content.
func (l *loader) readOnly(n *node) bool {
	if n.Module == nil || n.Module.Main || l.env.GOMODCACHE == "" {
		return false
	}
	rel, err := filepath.Rel(l.env.GOMODCACHE, n.Dir)
	return err == nil && filepath.IsLocal(rel) && strings.Contains(rel, "@")
}

func sumFile(name string) (sum fileSum) {
	f, err := os.Open(name)
	if err != nil {
		return sum
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err == nil {
		h.Sum(sum[:0])
	}
	return sum
}
