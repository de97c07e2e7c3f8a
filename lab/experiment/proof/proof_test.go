package proof_test

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/leasevet/leasevet/lab/experiment/proof"
	"github.com/leasevet/leasevet/lab/experiment/rows"
	"github.com/leasevet/leasevet/lab/experiment/servers"
	"github.com/leasevet/leasevet/lab/experiment/stores"
	"github.com/leasevet/leasevet/lab/experiment/table"
)

const (
	module = ".."
	root   = "../../.."
)

// houses are the packages that no row is about.
var houses = []string{"lease", "lockrow"}

var leasevet proof.Leasevet

func TestMain(m *testing.M) {
	os.Exit(func() int {
		tmp, err := os.MkdirTemp("", "lab-leasevet")
		if err == nil {
			defer os.RemoveAll(tmp)
			leasevet, err = proof.Build(context.Background(), root, tmp)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return m.Run()
	}())
}

// found is what leasevet finds in the programs.
var found = sync.OnceValues(func() ([]proof.Finding, error) {
	return leasevet.Findings(context.Background(), module)
})

func findings(t *testing.T) []proof.Finding {
	t.Helper()
	list, err := found()
	if err == nil && len(list) < 30 {
		err = fmt.Errorf("only %d findings", len(list))
	}
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestAgreement holds what leasevet says of the programs against the rows: it reports
// each wrong program, by the analyzers of its row, and nothing else.
func TestAgreement(t *testing.T) {
	said := map[string][]string{}
	found := findings(t)
	for _, f := range found {
		if !slices.Contains(said[f.File], f.Analyzer) {
			said[f.File] = append(said[f.File], f.Analyzer)
		}
	}
	for _, row := range servers.Rows() {
		wrong := row.Shape + "/wrong.go"
		got := slices.Sorted(slices.Values(said[wrong]))
		if !slices.Equal(got, slices.Sorted(slices.Values(row.Analyzers))) {
			t.Errorf("%s is reported by %v, and its row says %v", wrong, got, row.Analyzers)
		}
		delete(said, wrong)
	}
	for file := range said {
		for _, f := range found {
			if f.File == file {
				t.Errorf("nothing should be found here: %v", f)
			}
		}
	}
}

// TestAlone looks at the wrong programs without the right ones: leasevet finds the
// same, so that it has learned nothing from the neighbours.
func TestAlone(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		copyFile(t, filepath.Join(module, name), filepath.Join(dir, name))
	}
	err := filepath.WalkDir(filepath.Join(module, "programs"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && d.Name() != "right.go" {
			rel, _ := filepath.Rel(module, path)
			copyFile(t, path, filepath.Join(dir, rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	alone, err := leasevet.Findings(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	together := findings(t)
	if !slices.Equal(together, alone) {
		t.Errorf("leasevet finds in the wrong programs with the right ones beside them\n%s\nand without\n%s", lines(together), lines(alone))
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(to), 0o777)
	}
	if err == nil {
		err = os.WriteFile(to, data, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func lines[T fmt.Stringer](list []T) string {
	var b strings.Builder
	for _, v := range list {
		fmt.Fprintln(&b, v)
	}
	return b.String()
}

// TestFolders makes sure that each folder is a row and each row a folder, and that
// every analyzer has a row.
func TestFolders(t *testing.T) {
	var shapes []string
	reported := map[string]bool{}
	for _, row := range servers.Rows() {
		shapes = append(shapes, row.Shape)
		for _, name := range row.Analyzers {
			reported[name] = true
		}
	}
	entries, err := os.ReadDir(filepath.Join(root, "analyzers"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		// Comments that speak to leasevet lose no lock.
		if e.IsDir() && e.Name() != "leasevetdirective" && !reported[e.Name()] {
			t.Errorf("no experiment shows what %s reports", e.Name())
		}
	}
	entries, err = os.ReadDir(filepath.Join(module, "programs"))
	if err != nil {
		t.Fatal(err)
	}
	var folders []string
	for _, e := range entries {
		if !slices.Contains(houses, e.Name()) {
			folders = append(folders, e.Name())
		}
	}
	slices.Sort(shapes)
	if !slices.Equal(shapes, folders) {
		t.Errorf("the rows are about\n%v\nand the folders are\n%v", shapes, folders)
	}
}

// TestStale compares docs/proof.md with what the rows declare. Versions are those of the
// machine that the page was written on, and are not compared.
func TestStale(t *testing.T) {
	var declared []table.Result
	for _, row := range servers.Rows() {
		for _, on := range row.On {
			declared = append(declared, table.Result{Row: row, On: on, Wrong: row.Wrong, Right: row.Right})
		}
	}
	version := map[string]string{}
	for _, name := range []string{stores.Miniredis, stores.SQLite, stores.Redis, stores.Postgres, stores.Etcd} {
		version[name] = "0"
	}
	want, err := proof.Page(module, declared, findings(t), version)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(root, "docs", "proof.md"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(proof.Masked(got), proof.Masked(want)) {
		t.Errorf("docs/proof.md is stale: run go run ./real -docs in lab/experiment\n%s", difference(proof.Masked(got), proof.Masked(want)))
	}
}

// difference is the first line that differs.
func difference(got, want []byte) string {
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range w {
		if i >= len(g) || g[i] != w[i] {
			return fmt.Sprintf("line %d is %q, and should be %q", i+1, append(g, "")[min(i, len(g))], w[i])
		}
	}
	return "the page is too long"
}

// TestPageRefuses makes sure that a page without experiments is none.
func TestPageRefuses(t *testing.T) {
	if _, err := proof.Page(module, nil, nil, nil); err == nil {
		t.Error("a page of nothing is written")
	}
	limits := slices.DeleteFunc(servers.Rows(), func(r rows.Row) bool { return !r.Limit() })
	if len(limits) == 0 {
		t.Error("there are no limits")
	}
}
