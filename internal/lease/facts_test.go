package lease_test

import (
	"bytes"
	"encoding/gob"
	"maps"
	"os"
	"path/filepath"
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

// Texts alone do not make importers of interest, unless they speak of a lock or the package
// that returns them has a client at hand: or interest would spread from one package of
// constants to the next.
func TestTextsAlone(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":           "module example.com/m\n\ngo 1.26\n",
		"store/store.go":   "package store\n\nimport \"database/sql\"\n\nfunc Save(db *sql.DB, id int) error {\n\t_, err := db.Exec(`UPDATE orders SET state = 1 WHERE id = ?`, id)\n\treturn err\n}\n",
		"keys/keys.go":     "package keys\n\nimport \"database/sql\"\n\nvar DB *sql.DB\n\nfunc Lock(id string) string { return \"lock:\" + id }\n",
		"titles/titles.go": "package titles\n\nimport _ \"example.com/m/store\"\n\nfunc Title() string { return \"orders\" }\n",
		"locks/locks.go":   "package locks\n\nimport _ \"example.com/m/store\"\n\nfunc Key(id string) string { return \"lock:\" + id }\n",
		"global/global.go": "package global\n\nimport \"database/sql\"\n\nvar DB *sql.DB\n",
		"config/config.go": "package config\n\nimport _ \"database/sql\"\n\nvar Name string\n",
		"uses/uses.go":     "package uses\n\nimport \"example.com/m/global\"\n\nfunc Save(id int) error {\n\t_, err := global.DB.Exec(`UPDATE orders SET state = 1 WHERE id = ?`, id)\n\treturn err\n}\n",
		"wraps/wraps.go":   "package wraps\n\nimport (\n\t\"database/sql\"\n\n\t\"example.com/m/store\"\n)\n\nvar DB *sql.DB\n\nfunc Title() string { return \"orders\" }\n\nfunc Save(id int) error { return store.Save(DB, id) }\n",
		"calls/calls.go":   "package calls\n\nimport \"example.com/m/wraps\"\n\nfunc Title() string { return \"orders\" }\n\nfunc Save() error { return wraps.Save(1) }\n",
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var mu sync.Mutex
	told := map[string]int{}
	spy := &analysis.Analyzer{
		Name: "facttold", Doc: "counts functions in facts", Requires: []*analysis.Analyzer{lease.Analyzer},
		FactTypes: []analysis.Fact{(*lease.Summaries)(nil)},
		Run: func(pass *analysis.Pass) (any, error) {
			var s lease.Summaries
			if pass.ImportPackageFact(pass.Pkg, &s) {
				mu.Lock()
				defer mu.Unlock()
				told[pass.Pkg.Name()] = len(s.Funcs)
			}
			return nil, nil
		},
	}
	_, err := load.Run(load.Options{
		Dir: dir, Patterns: []string{"./..."}, Env: append(os.Environ(), "GOWORK=off", "GOFLAGS="),
		Analyzers: []*analysis.Analyzer{spy}, Clients: unit.Clients{Known: catalog.Known},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"store": 1, "keys": 1, "locks": 1, "global": 1, "uses": 1, "wraps": 2, "calls": 2} // functions; none of titles and config
	if !maps.Equal(told, want) {
		t.Errorf("functions in facts: %v, want %v", told, want)
	}
}
