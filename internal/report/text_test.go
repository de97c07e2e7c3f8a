package report

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestPosition(t *testing.T) {
	for _, text := range []string{"a.go:1:2", "a.go:1", "a.go", `C:\x\a.go:10:20`, "-"} {
		var p Position
		if err := p.UnmarshalText([]byte(text)); err != nil || p.String() != text {
			t.Errorf("%q becomes %q %+v %v", text, p, p, err)
		}
	}
}

// What goes into the cache comes out of it.
func TestFindingJSON(t *testing.T) {
	f := Finding{Posn: Position{"/a.go", 1, 2}, End: Position{"/a.go", 1, 3}, Message: "m", Related: []Related{{Position{"/b.go", 3, 4}, Position{"/b.go", 3, 4}, "r"}},
		Fixes: []Fix{{"f", []Edit{{"/a.go", 1, 2, "x"}}}}}
	data, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"posn":"/a.go:1:2","end":"/a.go:1:3","message":"m","suggested_fixes":[{"message":"f","edits":[{"filename":"/a.go","start":1,"end":2,"new":"x"}]}],"related":[{"posn":"/b.go:3:4","end":"/b.go:3:4","message":"r"}]}`
	if string(data) != want {
		t.Errorf("got %s\nwant %s", data, want)
	}
	var back Finding
	if err := json.Unmarshal(data, &back); err != nil || back.String() != f.String() || back.Related[0] != f.Related[0] {
		t.Errorf("back: %+v %v", back, err)
	}
}

func TestText(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.go"), filepath.Join(dir, "sub", "b.go")
	if err := os.WriteFile(a, []byte("one\ntwo\nthree\nfour\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	p := &Package{Findings: map[string][]Finding{
		"second": {{Posn: Position{b, 1, 1}, Message: "in b"}, {Posn: Position{a, 2, 1}, End: Position{a, 3, 2}, Message: "later"}},
		"first":  {{Posn: Position{a, 2, 1}, Message: "first: named already", Related: []Related{{Posn: Position{"/elsewhere/c.go", 9, 9}, Message: "there"}}}},
	}}
	write := func(text Text) string {
		var out strings.Builder
		if err := text.Write(&out, []*Package{p}, Summary{Packages: 2, Elapsed: 1250 * time.Millisecond}); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	const want = `a.go:2:1: first: named already
	/elsewhere/c.go:9:9: there
a.go:2:1: later (second)
sub/b.go:1:1: in b (second)
3 findings (first 1, second 2) in 2 packages, 1.2s
`
	if got := write(Text{Dir: dir, Context: -1}); filepath.ToSlash(got) != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if got := write(Text{Dir: dir, Context: 1}); !strings.Contains(got, "later (second)\n1\tone\n2\ttwo\n3\tthree\n4\tfour\nsub") {
		t.Errorf("with context:\n%s", got)
	}
	if got := write(Text{Dir: dir, Context: -1, Color: true}); !strings.Contains(got, "\x1b[1ma.go:2:1\x1b[0m: first") {
		t.Errorf("in colour: %q", got)
	}
	p.Findings = nil
	if got := write(Text{}); got != "no findings in 2 packages, 1.2s\n" {
		t.Errorf("got %q", got)
	}
}
