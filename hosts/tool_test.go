package hosts_test

import (
	"bytes"
	"os"
	"path/filepath"
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
