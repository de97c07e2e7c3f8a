package wanttest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func want(file string, line int, analyzer, pattern string) Want {
	return Want{file, line, analyzer, regexp.MustCompile(pattern)}
}

func TestParseFile(t *testing.T) {
	const src = "package p\n" +
		"\n" +
		"func f() {\n" +
		"\tg() // want unconditionalrelease \"DEL.*order:%d\"\n" +
		"\tg() // want unfencedwrite `UPDATE \"x\"` \"SET\" ignoredrowcount \"UPDATE\"\n" +
		"\tg() //leasevet:ignore unfencedwrite // want leasevetdirective \"no reason\"\n" +
		"\tg() // silent: we want nothing here\n" +
		"\tg(`// want unfencedwrite \"in a string\"`)\n" +
		"\t/* want unfencedwrite \"in a block comment\" */\n" +
		"}\n"
	got, err := ParseFile("a/b.go", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	exp := []Want{
		want("a/b.go", 4, "unconditionalrelease", "DEL.*order:%d"),
		want("a/b.go", 5, "unfencedwrite", `UPDATE "x"`),
		want("a/b.go", 5, "unfencedwrite", "SET"),
		want("a/b.go", 5, "ignoredrowcount", "UPDATE"),
		want("a/b.go", 6, "leasevetdirective", "no reason"),
	}
	same := func(a, b Want) bool {
		return a.File == b.File && a.Line == b.Line && a.Analyzer == b.Analyzer && a.Pattern.String() == b.Pattern.String()
	}
	if !slices.EqualFunc(got, exp, same) {
		t.Errorf("got %v, want %v", got, exp)
	}
}

func TestParseFileRefuses(t *testing.T) {
	for _, tc := range []struct{ name, comment, err string }{
		{"no pattern", `// want unfencedwrite`, "no pattern"},
		{"no analyzer", `// want "SET"`, "no analyzer"},
		{"open string", `// want unfencedwrite "SET`, "invalid syntax"},
		{"bad regexp", `// want unfencedwrite "("`, "missing closing"},
		{"text behind", `// want unfencedwrite "SET" detachedrenew`, "no pattern"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			wants, err := ParseFile("p.go", []byte("package p\n\nvar x = 1 "+tc.comment+"\n"))
			if err == nil || !strings.HasPrefix(err.Error(), "p.go:3: ") || !strings.Contains(err.Error(), tc.err) {
				t.Errorf("error %v, want p.go:3 … %s", err, tc.err)
			}
			if len(wants) > 0 {
				t.Errorf("got %v", wants)
			}
		})
	}
}

func TestWants(t *testing.T) {
	dir := t.TempDir()
	for path, src := range map[string]string{
		"a/a.go":        "package a // want unfencedwrite \"SET\"\n",
		"a/a.txt":       "// want unfencedwrite \"SET\"\n",
		".git/x.go":     "package x // want unfencedwrite \"SET\"\n",
		"a/vendor/x.go": "package x // want unfencedwrite \"SET\"\n",
	} {
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(src), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	wants, err := Wants(dir)
	if err != nil || len(wants) != 1 || wants[0].File != "a/a.go" || wants[0].Line != 1 {
		t.Errorf("got %v, %v", wants, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "b.go"), []byte("package b // want x\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Wants(dir); err == nil {
		t.Error("a malformed expectation is no error")
	}
	if _, err := Wants(filepath.Join(dir, "none")); err == nil {
		t.Error("a missing folder is no error")
	}
}

func TestFindings(t *testing.T) {
	dir := t.TempDir()
	out := `# example.com/a
{
	"example.com/a": {
		"unfencedwrite": [
			{"posn": "` + filepath.Join(dir, "a.go") + `:7:2", "message": "late"},
			{"posn": "a.go:3", "message": "no column", "related": [{"posn": "a.go:1:1", "message": "here"}]}
		]
	}
}
# example.com/a [example.com/a.test]
{
	"example.com/a [example.com/a.test]": {
		"unfencedwrite": [{"posn": "a.go:7:2", "message": "late"}]
	}
}
{}
`
	got, err := Findings(strings.NewReader(out), dir)
	if err != nil {
		t.Fatal(err)
	}
	exp := []Finding{
		{"unfencedwrite", "a.go", 3, 0, "no column"},
		{"unfencedwrite", "a.go", 7, 2, "late"},
	}
	if !slices.Equal(got, exp) {
		t.Errorf("got %v, want %v", got, exp)
	}
}

func TestFindingsRefuses(t *testing.T) {
	for _, out := range []string{
		`{"p": {"unfencedwrite": {"error": "it panicked"}}}`,
		`{"p": {"unfencedwrite": [{"posn": "nowhere", "message": "m"}]}}`,
		`{"p": {"unfencedwrite": "?"}}`,
		`{"p": [`,
		`leasevet: cannot load`,
	} {
		if got, err := Findings(strings.NewReader(out), t.TempDir()); err == nil {
			t.Errorf("%s: got %v and no error", out, got)
		}
	}
}

// Each way to disagree must be a problem of its own: this is what the suite's
// test stands on.
func TestCheck(t *testing.T) {
	wants := []Want{want("a.go", 2, "unfencedwrite", "SET"), want("a.go", 9, "detachedrenew", "renew")}
	met := []Finding{
		{"unfencedwrite", "a.go", 2, 5, "SET of x"},
		{"detachedrenew", "a.go", 9, 1, "renewal of x"},
	}
	without := func(i int) []Finding { return slices.Delete(slices.Clone(met), i, i+1) }
	with := func(f Finding) []Finding { return append(slices.Clone(met), f) }
	for _, tc := range []struct {
		name  string
		found []Finding
		want  []string
	}{
		{"all met", met, nil},
		{"not met", without(1), []string{"a.go:9: missed"}},
		{"nothing found", nil, []string{"a.go:2: missed", "a.go:9: missed"}},
		{"on another line", with(Finding{"unfencedwrite", "a.go", 3, 1, "SET"}), []string{"a.go:3: unexpected"}},
		{"in another file", with(Finding{"unfencedwrite", "b.go", 2, 1, "SET"}), []string{"b.go:2: unexpected"}},
		{"twice on a line", with(Finding{"unfencedwrite", "a.go", 2, 9, "SET of y"}), []string{"a.go:2: unexpected"}},
		{"another message", []Finding{{"unfencedwrite", "a.go", 2, 5, "DEL of x"}, met[1]}, []string{"a.go:2: missed", "a.go:2: unexpected"}},
		{"another analyzer", []Finding{{"ignoredrowcount", "a.go", 2, 5, "SET of x"}, met[1]}, []string{"a.go:2: missed", "a.go:2: unexpected"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := Check(wants, tc.found)
			if len(got) != len(tc.want) {
				t.Fatalf("got %q, want %q", got, tc.want)
			}
			for i := range got {
				if !strings.HasPrefix(got[i], tc.want[i]) {
					t.Errorf("got %q, want %q…", got[i], tc.want[i])
				}
			}
		})
	}
}

func TestDiff(t *testing.T) {
	a := Finding{"unfencedwrite", "a.go", 2, 5, "SET of x"}
	b := a
	b.Column = 6
	if d := Diff("vet", []Finding{a}, "own", []Finding{a}); d != nil {
		t.Errorf("equal runs differ: %q", d)
	}
	if d := Diff("vet", []Finding{a, b}, "own", []Finding{b}); len(d) != 1 || !strings.HasPrefix(d[0], "only vet: a.go:2:5") {
		t.Errorf("got %q", d)
	}
	if d := Diff("vet", []Finding{a}, "own", []Finding{b}); len(d) != 2 {
		t.Errorf("got %q", d)
	}
}
