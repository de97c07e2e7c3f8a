package load

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
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
	var k keyText
	for _, n := range l.nodes { // dependencies first
		k.buf = append(k.buf[:0], base[:]...)
		k.text("unit", n.ImportPath)
		k.flags(n.root, n.fakeCgo, n.own, n.Standard)
		if n.Error != nil {
			k.text("error", n.Error.Err)
		}
		if m := n.Module; m != nil {
			k.text("module", m.Path, m.Version, m.GoVersion)
		}
		if !n.Standard || n.root {
			// Findings name files by their full path.
			k.text("dir", n.Dir)
			for _, f := range n.contents() {
				sum := sums[f]
				k.text("file", f)
				k.buf = append(k.buf, sum[:]...)
			}
			// Imports go by what the source calls them, which a vendor
			// directory or a test variant may direct elsewhere.
			for _, path := range sortedKeys(n.imports) {
				k.text("import", path)
				k.buf = append(k.buf, n.imports[path].key[:]...)
			}
		}
		n.key = sha256.Sum256(k.buf)
		n.sums = sums
	}
}

// A keyText is what a key is the hash of. Every part says how long it is, so
// that no two lists of parts look the same.
type keyText struct{ buf []byte }

func (k *keyText) text(parts ...string) {
	for _, s := range parts {
		k.buf = binary.AppendUvarint(k.buf, uint64(len(s)))
		k.buf = append(k.buf, s...)
	}
	k.buf = append(k.buf, '\n')
}

func (k *keyText) flags(list ...bool) {
	for _, b := range list {
		k.buf = strconv.AppendBool(k.buf, b)
	}
}

// baseKey is what all results of this run depend on.
func (l *loader) baseKey() cache.Key {
	h := sha256.New()
	e := l.env
	fmt.Fprintf(h, "leasevet %q built with %s\n", l.ToolID, runtime.Version())
	fmt.Fprintf(h, "go %s %q %s/%s experiment %q cgo %s flags %q tags %q\n",
		e.GOVERSION, e.GOROOT, e.GOOS, e.GOARCH, e.GOEXPERIMENT, e.CGO_ENABLED, e.GOFLAGS, l.Tags)
	fmt.Fprintf(h, "generated %v settings %q\n", l.Generated, l.Settings)
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
		if n.Standard && !n.root || l.readOnly(n) {
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
			var buf bytes.Buffer
			for name := range names {
				sum := sumFile(name, &buf)
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

// sumFile hashes the content of a file, which it reads into buf.
func sumFile(name string, buf *bytes.Buffer) (sum fileSum) {
	f, err := os.Open(name)
	if err != nil {
		return sum
	}
	defer f.Close()
	buf.Reset()
	if _, err := buf.ReadFrom(f); err != nil {
		return sum
	}
	return sha256.Sum256(buf.Bytes())
}
