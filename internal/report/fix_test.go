package report

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func finding(line int, edits ...Edit) Finding {
	return Finding{Posn: Position{File: edits[0].Filename, Line: line, Col: 1}, Message: "m", Fixes: []Fix{{Edits: edits}}}
}

func TestFixes(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.go")
	const src = "package a\n\nvar x = 1\n"
	if err := os.WriteFile(name, []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	imports := Edit{name, 9, 9, "\n\nimport \"fmt\""}
	x := strings.Index(src, "x = 1")
	first := finding(1, imports, Edit{name, x, x + 1, "longer"})
	overlap := finding(2, Edit{name, x, x + 1, "other"})
	same := finding(3, imports, Edit{name, x + 4, x + 5, "2"})
	p := &Package{Findings: map[string][]Finding{"a": {first, overlap, same}}}
	changed, fixed, err := Fixes([]*Package{p})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(changed[name]), "package a\n\nimport \"fmt\"\n\nvar longer = 2\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if !fixed(first) || fixed(overlap) || !fixed(same) {
		t.Error("fixed:", fixed(first), fixed(overlap), fixed(same))
	}
}

func TestDiff(t *testing.T) {
	for _, test := range []struct{ old, new, want string }{
		{"a\n", "a\n", ""},
		{"", "a\n", "@@ -0,0 +1 @@\n+a\n"},
		{"a\n", "", "@@ -1 +0,0 @@\n-a\n"},
		{"a\nb\nc\n", "a\nx\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n"},
		{"a", "b", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n"},
	} {
		got := string(Diff("f", []byte(test.old), []byte(test.new)))
		if want := test.want; want != "" {
			want = "--- f (old)\n+++ f (new)\n" + want
			if got != want {
				t.Errorf("%q to %q: got\n%s", test.old, test.new, got)
			}
		} else if got != "" {
			t.Errorf("%q: got %q", test.old, got)
		}
	}
}

// What patch makes of old and the diff is new.
func TestDiffApplies(t *testing.T) {
	if _, err := exec.LookPath("patch"); err != nil {
		t.Skip(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	dir := t.TempDir()
	for range 40 {
		var old, new []string
		for i := range 60 {
			line := string(rune('a'+rng.IntN(8))) + "\n"
			old = append(old, line)
			switch rng.IntN(12) {
			case 0:
			case 1:
				new = append(new, line, "added\n")
			case 2:
				new = append(new, string(rune('A'+i%26))+"\n")
			default:
				new = append(new, line)
			}
		}
		a, b := strings.Join(old, ""), strings.Join(new, "")
		name := filepath.Join(dir, "f")
		if err := os.WriteFile(name, []byte(a), 0o666); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("patch", "-s", name)
		diff := Diff("f", []byte(a), []byte(b))
		cmd.Stdin = strings.NewReader(string(diff))
		if out, err := cmd.CombinedOutput(); err != nil && len(diff) > 0 {
			t.Fatalf("%v\n%s\n%s", err, out, diff)
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != b {
			t.Fatalf("patched:\n%s\nwant:\n%s", got, b)
		}
	}
}
