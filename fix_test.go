package leasevet_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what -fix makes of the files in testdata/fixes")

// TestFixes applies the fixes of testdata/fixes in a copy: what comes out is what
// stands beside each file, it compiles, and a second run has nothing to fix and
// finds nothing at those places. go vet -fix does the same.
func TestFixes(t *testing.T) {
	skipShort(t)
	bin, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	dir := copyFixes(t)
	before, fixable := count(t, bin, dir)
	if fixable == 0 {
		t.Fatal("nothing to fix")
	}
	run(t, dir, 1, bin, "-config=off", "-fix", "./...") // some findings have no fix
	compareFixed(t, dir, *update)
	run(t, dir, 0, "go", "build", "./...")
	run(t, dir, 0, "go", "vet", "./...")
	after, left := count(t, bin, dir)
	if left != 0 || after != before-fixable {
		t.Errorf("%d findings, %d with a fix; after -fix %d findings, %d with a fix", before, fixable, after, left)
	}

	dir = copyFixes(t)
	run(t, dir, 0, "go", "vet", "-vettool="+bin, "-fix", "./...")
	compareFixed(t, dir, false)
}

// copyFixes makes a module of testdata/fixes.
func copyFixes(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		copyFile(t, filepath.Join(scenarios, name), filepath.Join(dir, name))
	}
	from := filepath.Join(scenarios, "fixes")
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".go" {
			rel, _ := filepath.Rel(from, path)
			copyFile(t, path, filepath.Join(dir, rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err := errors.Join(err, os.MkdirAll(filepath.Dir(to), 0o777), os.WriteFile(to, data, 0o666)); err != nil {
		t.Fatal(err)
	}
}

// compareFixed compares the files of dir with the golden ones. A file that
// nothing is fixed in has none.
func compareFixed(t *testing.T, dir string, write bool) {
	t.Helper()
	from := filepath.Join(scenarios, "fixes")
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		got, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		original, err := os.ReadFile(filepath.Join(from, rel))
		if err != nil {
			return err
		}
		golden := filepath.Join(from, rel+".golden")
		if write && !bytes.Equal(got, original) {
			return os.WriteFile(golden, got, 0o666)
		}
		want, err := os.ReadFile(golden)
		if errors.Is(err, fs.ErrNotExist) {
			want = original
		} else if err != nil {
			return err
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what %s says:\n%s", rel, golden, got)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// count counts the findings in a module, and those with a fix.
func count(t *testing.T, bin, dir string) (all, fixable int) {
	t.Helper()
	var tree map[string]map[string][]struct {
		Fixes []any `json:"suggested_fixes"`
	}
	if err := json.Unmarshal(run(t, dir, 1, bin, "-config=off", "-cache=off", "-json", "./..."), &tree); err != nil {
		t.Fatal(err)
	}
	for _, analyzers := range tree {
		for _, list := range analyzers {
			for _, f := range list {
				all++
				if len(f.Fixes) > 0 {
					fixable++
				}
			}
		}
	}
	return all, fixable
}

// run runs a command that must end with a status, and gives what it prints.
func run(t *testing.T, dir string, status int, name string, args ...string) []byte {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errs
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if got := cmd.ProcessState.ExitCode(); got != status {
		t.Fatalf("%s %s ends with %d, want %d\n%s%s", name, strings.Join(args, " "), got, status, out.Bytes(), errs.Bytes())
	}
	return out.Bytes()
}
