package lease_test

import (
	"bytes"
	"encoding/gob"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/lease"
	"github.com/leasevet/leasevet/internal/load"
	"github.com/leasevet/leasevet/internal/unit"
)

// The limits of the facts of the packages of testdata and of what they import, with
// some room: every driver encodes, keeps and decodes them. New scenarios bring new
// packages, so that the sum is limited by their number.
const (
	factBytesMean = 2_700  // 2.53 kB over 256 packages when it was set
	factBytesOne  = 12_000 // of one package; 7.9 kB
)

// TestFactSize loads the scenarios with an analyzer that looks at the facts of
// the model. A fact that grows with the size of its package, and not with what
// it does to locks, shows here.
func TestFactSize(t *testing.T) {
	if testing.Short() {
		t.Skip("type-checks every client library")
	}
	var mu sync.Mutex
	sizes := map[string]int{}
	spy := &analysis.Analyzer{
		Name: "factsize", Doc: "measures facts", Requires: []*analysis.Analyzer{lease.Analyzer},
		FactTypes: []analysis.Fact{(*lease.Summaries)(nil)}, // runs on dependencies too
		Run: func(pass *analysis.Pass) (any, error) {
			var s lease.Summaries
			if !pass.ImportPackageFact(pass.Pkg, &s) {
				return nil, nil
			}
			var buf bytes.Buffer
			if err := gob.NewEncoder(&buf).Encode(&s); err != nil {
				return nil, err
			}
			mu.Lock()
			defer mu.Unlock()
			sizes[pass.Pkg.Path()] = max(sizes[pass.Pkg.Path()], buf.Len())
			return nil, nil
		},
	}
	_, err := load.Run(load.Options{
		Dir: "../../testdata", Patterns: []string{"./..."}, Env: nil, Tests: true,
		Analyzers: []*analysis.Analyzer{spy},
		Clients:   unit.Clients{Known: catalog.Known},
	})
	if err != nil {
		t.Fatal(err)
	}
	total, most, name := 0, 0, ""
	for path, n := range sizes {
		total += n
		if n > most {
			most, name = n, path
		}
	}
	t.Logf("%d packages have facts, %d bytes together, at most %d: %s", len(sizes), total, most, name)
	if len(sizes) < 50 {
		t.Errorf("only %d packages have facts", len(sizes))
	}
	if limit := factBytesMean * len(sizes); total > limit {
		t.Errorf("facts of %d bytes in %d packages, more than %d", total, len(sizes), limit)
	}
	if most > factBytesOne {
		t.Errorf("%s has a fact of %d bytes, more than %d", name, most, factBytesOne)
	}
}
