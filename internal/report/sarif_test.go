package report

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// source has a line whose UTF-8 bytes, code points and UTF-16 units all differ.
const source = "package p\n\nvar ä, 𝄞 = lock(), write()\n"

func logged(t *testing.T) (dir string, packages []*Package) {
	dir = t.TempDir()
	file := filepath.Join(dir, "a b", "p.go")
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	line := strings.Split(source, "\n")[2]
	col := func(s string) int { return strings.Index(line, s) + 1 }
	start := strings.Index(source, "write")
	f := Finding{
		Posn:    Position{file, 3, col("write")},
		End:     Position{file, 3, col("write") + len("write()")},
		Message: `SET of "k[0]" compares nothing`,
		Related: []Related{{Position{file, 3, col("lock")}, Position{file, 3, col("lock")}, "the lock is acquired here"}},
		Fixes:   []Fix{{"fence it", []Edit{{file, start, start + len("write"), "fenced"}}}},
	}
	again := f
	again.Posn.Line, again.End.Line = 1, 1
	again.Related, again.Fixes = nil, nil
	return dir, []*Package{{Path: "p", Findings: map[string][]Finding{"unfencedwrite": {f, again}}}}
}

var testRules = []Rule{{Name: "other"}, {Name: "unfencedwrite", Title: "a title", Text: "text", Markdown: "# text", URL: "https://example.com", Level: "warning"}}

// at digs into decoded JSON.
func at(t *testing.T, v any, path ...any) any {
	t.Helper()
	for i, p := range path {
		switch p := p.(type) {
		case string:
			m, _ := v.(map[string]any)
			v = m[p]
		case int:
			l, _ := v.([]any)
			if p >= len(l) {
				t.Fatalf("%v has %d elements", path[:i], len(l))
			}
			v = l[p]
		}
	}
	return v
}

func TestSarif(t *testing.T) {
	dir, packages := logged(t)
	var buf bytes.Buffer
	if err := (Sarif{Root: dir, Version: "v1", Rules: testRules}).Write(&buf, packages); err != nil {
		t.Fatal(err)
	}
	var log any
	if err := json.Unmarshal(buf.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	if n := len(at(t, log, "runs", 0, "results").([]any)); n != 2 {
		t.Fatalf("%d results", n)
	}
	// ä is two bytes and one unit, 𝄞 four bytes and two units.
	utf16col := float64(len("var ä, 12 = lock(), ") - 1 + 1)
	for _, c := range []struct {
		path []any
		want any
	}{
		{[]any{"version"}, "2.1.0"},
		{[]any{"runs", 0, "columnKind"}, "utf16CodeUnits"},
		{[]any{"runs", 0, "tool", "driver", "rules", 1, "help", "markdown"}, "# text"},
		{[]any{"runs", 0, "results", 1, "ruleId"}, "unfencedwrite"},
		{[]any{"runs", 0, "results", 1, "ruleIndex"}, 1.0},
		{[]any{"runs", 0, "results", 1, "level"}, "warning"},
		{[]any{"runs", 0, "results", 1, "message", "text"}, `SET of "k\[0\]" compares nothing` + "\n[the lock is acquired here](1)"},
		{[]any{"runs", 0, "results", 1, "locations", 0, "physicalLocation", "artifactLocation", "uri"}, "a%20b/p.go"},
		{[]any{"runs", 0, "results", 1, "locations", 0, "physicalLocation", "artifactLocation", "uriBaseId"}, "SRCROOT"},
		{[]any{"runs", 0, "results", 1, "locations", 0, "physicalLocation", "region", "startColumn"}, utf16col},
		{[]any{"runs", 0, "results", 1, "locations", 0, "physicalLocation", "region", "endColumn"}, utf16col + 7},
		{[]any{"runs", 0, "results", 1, "relatedLocations", 0, "id"}, 1.0},
		{[]any{"runs", 0, "results", 1, "fixes", 0, "artifactChanges", 0, "replacements", 0, "deletedRegion", "startColumn"}, utf16col},
		{[]any{"runs", 0, "results", 1, "fixes", 0, "artifactChanges", 0, "replacements", 0, "deletedRegion", "endColumn"}, utf16col + 5},
		{[]any{"runs", 0, "results", 1, "fixes", 0, "artifactChanges", 0, "replacements", 0, "insertedContent", "text"}, "fenced"},
		{[]any{"runs", 0, "invocations", 0, "executionSuccessful"}, true},
	} {
		if got := at(t, log, c.path...); got != c.want {
			t.Errorf("%v is %v, want %v", c.path, got, c.want)
		}
	}
	first := at(t, log, "runs", 0, "results", 0, "partialFingerprints", "leasevet/v1").(string)
	second := at(t, log, "runs", 0, "results", 1, "partialFingerprints", "leasevet/v1").(string)
	a, aok := strings.CutSuffix(first, ":1")
	b, bok := strings.CutSuffix(second, ":2")
	if !aok || !bok || a != b {
		t.Errorf("the fingerprints of two equal findings are %s and %s", first, second)
	}
}

func TestSarifUnknownRule(t *testing.T) {
	dir, packages := logged(t)
	if err := (Sarif{Root: dir, Rules: testRules[:1]}).Write(&bytes.Buffer{}, packages); err == nil {
		t.Error("a finding without a rule is written")
	}
}

func TestFingerprint(t *testing.T) {
	print := func(message string, line int) string {
		return Fingerprint("leakedlock", "a/b.go", Finding{Message: message, Posn: Position{"/x/a/b.go", line, 1}})
	}
	if print("the return at line 12 leaves it (b.go:12:3)", 1) != print("the return at line 14 leaves it (b.go:14:9)", 9) {
		t.Error("a moved line changes the fingerprint")
	}
	if print("DEL of key2", 1) == print("DEL of key3", 1) {
		t.Error("a number that is no line does not count")
	}
}

func TestRdjson(t *testing.T) {
	dir, packages := logged(t)
	var buf bytes.Buffer
	if err := (Rdjson{Sarif{Root: dir, Rules: testRules}}).Write(&buf, packages); err != nil {
		t.Fatal(err)
	}
	var log any
	if err := json.Unmarshal(buf.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	bytecol := float64(strings.Index(strings.Split(source, "\n")[2], "write") + 1)
	for _, c := range []struct {
		path []any
		want any
	}{
		{[]any{"source", "name"}, "leasevet"},
		{[]any{"diagnostics", 1, "location", "path"}, "a b/p.go"},
		{[]any{"diagnostics", 1, "location", "range", "start", "column"}, bytecol},
		{[]any{"diagnostics", 1, "location", "range", "end", "column"}, bytecol + 7},
		{[]any{"diagnostics", 1, "code", "value"}, "unfencedwrite"},
		{[]any{"diagnostics", 1, "code", "url"}, "https://example.com"},
		{[]any{"diagnostics", 1, "suggestions", 0, "text"}, "fenced"},
		{[]any{"diagnostics", 1, "suggestions", 0, "range", "start", "column"}, bytecol},
		{[]any{"diagnostics", 1, "relatedLocations", 0, "message"}, "the lock is acquired here"},
	} {
		if got := at(t, log, c.path...); got != c.want {
			t.Errorf("%v is %v, want %v", c.path, got, c.want)
		}
	}
}
