package hosts_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/leasevet/leasevet/internal/wanttest"
)

// TestVet runs leasevet as a tool of go vet.
func TestVet(t *testing.T) {
	bin, err := leasevet()
	if err != nil {
		t.Fatal(err)
	}
	out, err := run(scenarios, nil, "go", "vet", "-vettool="+bin, "-json", "-generated", "./...")
	if err != nil {
		t.Fatal(err)
	}
	found, err := wanttest.Findings(bytes.NewReader(out), scenarios)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "go vet -vettool", found)
}

// TestGoTool runs leasevet from the tool line of a go.mod.
func TestGoTool(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "m")
	module(t, dir, "")
	gomod, err := os.OpenFile(filepath.Join(dir, "go.mod"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer gomod.Close()
	_, err = gomod.WriteString("\nrequire github.com/leasevet/leasevet v0.0.0\n\nreplace github.com/leasevet/leasevet => " + root + "\n\ntool github.com/leasevet/leasevet/cmd/leasevet\n")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run(dir, nil, "go", "mod", "tidy"); err != nil {
		t.Fatal(err)
	}
	out, err := run(dir, []int{1}, "go", "tool", "leasevet", "-json", "./...")
	if err != nil {
		t.Fatal(err)
	}
	found, err := wanttest.Findings(bytes.NewReader(out), dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != 1 || found[0].Analyzer != "unconditionalrelease" || found[0].Line != 18 {
		t.Errorf("found %v", found)
	}
}

// TestFiles runs leasevet on files, as the hook for changed files does: on all of them,
// it finds what it finds in all packages.
func TestFiles(t *testing.T) {
	bin, err := leasevet()
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"-json", "-generated", "-cache=off", "-files"}
	err = filepath.WalkDir(scenarios, func(name string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(name) == ".go" {
			rel, _ := filepath.Rel(scenarios, name)
			args = append(args, rel)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	out, err := run(scenarios, []int{1}, bin, args...)
	if err != nil {
		t.Fatal(err)
	}
	found, err := wanttest.Findings(bytes.NewReader(out), scenarios)
	if err != nil {
		t.Fatal(err)
	}
	// What suppresses nothing is not judged by files: see docs/ways.md.
	all, err := own()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		if f.Analyzer == "leasevetdirective" && strings.Contains(f.Message, " nothing") && !slices.Contains(found, f) {
			found = append(found, f)
		}
	}
	equal(t, "leasevet -files", found)
}
