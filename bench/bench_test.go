package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// A copy has the whole workspace and what is replaced by a directory beside it,
// builds by itself, and is the only thing that an edit touches.
func TestCopyTree(t *testing.T) {
	t.Setenv("GOWORK", "") // the tree's own workspace counts, whatever the tests run under
	from, work := t.TempDir(), t.TempDir()
	files := map[string]string{
		"ws/go.work":         "go 1.26\n\nuse (\n\t./a\n\t./b\n)\n",
		"ws/a/go.mod":        "module x.org/a\n\ngo 1.26\n\nrequire x.org/c v0.0.0\n\nreplace x.org/c => ../../c\n",
		"ws/a/a.go":          "package a\n\nimport (\n\t_ \"x.org/b/p\"\n\t_ \"x.org/c\"\n)\n",
		"ws/b/go.mod":        "module x.org/b\n\ngo 1.26\n",
		"ws/b/p/p.go":        "package p\n",
		"ws/b/p/.git/config": "x\n",
		"c/go.mod":           "module x.org/c\n\ngo 1.26\n",
		"c/c.go":             "package c\n",
	}
	write(t, from, files)
	tr, err := copyTree(t.Context(), filepath.Join(from, "ws", "a"), work)
	if err != nil {
		t.Fatal(err)
	}
	if err := tr.survey(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	if tr.own != 7 || tr.units != 3 { // a, p, c
		t.Errorf("%d lines of its own in %d units", tr.own, tr.units)
	}
	if err := tr.touch(1); err != nil {
		t.Fatal(err)
	}
	if err := tr.touch(2); err != nil {
		t.Fatal(err)
	}
	if _, err := goOutput(t.Context(), tr.dir, "vet", "./..."); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(tr.edit); err != nil || !within(work, tr.edit) || !strings.Contains(string(text), "leasevetBench2") {
		t.Errorf("%s has %q %v", tr.edit, text, err)
	}
	for name, want := range files {
		if got, err := os.ReadFile(filepath.Join(from, name)); err != nil || string(got) != want {
			t.Errorf("%s: %q %v", name, got, err)
		}
	}
	if exists(filepath.Join(work, "tree", "ws", "b", "p", ".git")) {
		t.Error("the history was copied")
	}
}

func TestBadTrees(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"plain/a.go":  "package a\n",
		"bad/go.mod":  "module x.org/bad\n\ngo 1.26\n",
		"bad/a.go":    "package bad\n\nimport _ \"x.org/nowhere\"\n",
		"good/go.mod": "module x.org/good\n\ngo 1.26\n",
		"good/a.go":   "package good\n",
	})
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Setenv("GOPROXY", "off")
	for _, test := range []struct{ dir, edit, want string }{
		{"none", "", "none: no such file or directory"},
		{"plain/a.go", "", "is not a directory"},
		{"plain", "", "plain is in no module (no go.mod at or above it)"},
		{"bad", "", "x.org/nowhere"},
		{"good", "../a.go", "-edit=../a.go is no Go file below"},
		{"good", "b.go", "-edit=b.go is no Go file below"},
		{"good", "a.go", ""},
	} {
		tr, err := copyTree(t.Context(), filepath.Join(dir, test.dir), t.TempDir())
		if err == nil {
			err = tr.survey(t.Context(), test.edit)
		}
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%s: %v", test.dir, err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s: got %v, want %q", test.dir, err, test.want)
		}
	}
}

// The child's child counts, and the status that tells of findings is none of failure.
func TestMeasure(t *testing.T) {
	sh := func(script string, good int) (sample, error) {
		return job{[]string{"sh", "-c", script}, []string{"N=300000"}, good}.measure(t.Context(), t.TempDir())
	}
	s, err := sh(`sh -c 'i=0; while [ $i -lt $N ]; do i=$((i+1)); done'; exit 1`, 1)
	if err != nil || s.cpu < 10*time.Millisecond || s.peak < 1<<16 {
		t.Errorf("%v, %d bytes, %v", s.cpu, s.peak, err)
	}
	if _, err := sh("echo broken >&2; exit 2", 1); err == nil || !strings.Contains(err.Error(), "broken") {
		t.Errorf("got %v", err)
	}
}

func TestTable(t *testing.T) {
	b := &bench{tree: &tree{dir: "/x", edit: "/x/a/a.go", units: 3, lines: 1e6}, goLine: "go1", samples: map[row][]sample{
		{warm, govet}:         {{10 * time.Second, 100e6}},
		{warm, leasevet}:      {{2 * time.Second, 300e6}, {4 * time.Second, 500e6}, {1 * time.Second, 200e6}},
		{unchanged, golist}:   {{time.Second, 0}},
		{unchanged, leasevet}: {{2 * time.Second, 400e6}},
	}}
	var out strings.Builder
	if b.print(&out) {
		t.Error("all kept")
	}
	for _, want := range []string{
		"edited: a/a.go\n",
		"  leasevet                 2.00      0.200                 300  ≤0.3 × go vet ok  ≤350 MB ok\n",
		"  leasevet                 2.00                 2.000      400  ≤1.5 × go list MISSED  ≤350 MB MISSED\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no line %q in\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), edited) {
		t.Error("a state without figures")
	}
	for lines, want := range map[int]float64{1000: 0.35e9, 1e6: 0.35e9, 3e6: 0.975e9, 5e6: 1.6e9} {
		if got := memoryLimit(lines); got != want {
			t.Errorf("%d lines: %g", lines, got)
		}
	}
}
