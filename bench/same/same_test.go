package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestBrokenPackages(t *testing.T) {
	got := brokenPackages("# x.org/a\n# [x.org/a]\nvet: a.go:1:1: undefined: x\n# x.org/b [x.org/b.test]\n" +
		"leasevet: x.org/c: c.go:1:1: undefined: y\nleasevet: not analysed because what they import does not type-check: 2 packages\n")
	if want := []string{"x.org/a", "[x.org/a]", "x.org/b", "x.org/c"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The two ways agree on a module of one wrong release, and a tool that is
// asked about something else is noticed.
func TestCompare(t *testing.T) {
	if testing.Short() {
		t.Skip("builds leasevet")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module x.org/m\n\ngo 1.26\n",
		"m.go": `package m

import "database/sql"

// Run takes a lock by inserting its name, and ends it by the name alone.
func Run(db *sql.DB, owner string) error {
	if _, err := db.Exec("INSERT INTO locks (name, owner) VALUES (?, ?)", "job", owner); err != nil {
		return err
	}
	defer db.Exec("DELETE FROM locks WHERE name = ?", "job")
	return nil
}
`,
		"bad/bad.go": "package bad\n\nvar X = nope\n",
		"use/use.go": "package use\n\nimport _ \"x.org/m/bad\"\n",
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	tool := filepath.Join(t.TempDir(), "leasevet.exe")
	if err := build(tool); err != nil {
		t.Fatal(err)
	}
	c, err := compare(tool, dir)
	if err != nil {
		t.Fatal(err)
	}
	if c.differs() || len(c.both) != 2 || !strings.Contains(c.both[0], "m.go:10:") || !strings.Contains(c.both[1], "m.go:7:") || !slices.Equal(c.broken, []string{"x.org/m/bad", "x.org/m/use"}) {
		t.Errorf("%+v", c)
	}
	c = &comparison{dir: "d", both: []string{"x"}, onlyVet: []string{"y"}}
	var out strings.Builder
	c.print(&out, false)
	if want := "d: DIFFERENT: 1 in both, 0 only by leasevet, 1 only by go vet\n\tgo vet    y\n"; out.String() != want {
		t.Errorf("got %q", out.String())
	}
}
