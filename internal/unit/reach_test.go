package unit

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReaches(t *testing.T) {
	clients := Clients{
		Known:  func(path string) bool { return strings.HasPrefix(path, "client") },
		Opaque: func(path string) bool { return strings.HasPrefix(path, "client") && path != "client/lock" },
	}
	facts := func(path string) bool { return path == "wrapper" }
	for _, c := range []struct {
		path, imports string
		want          bool
	}{
		{"app", "fmt client", true},
		{"app", "fmt wrapper", true},
		{"app", "fmt strings", false},
		{"app", "", false},
		{"client/pool", "client wrapper", false}, // nobody asks what a client does inside
		{"client/lock", "client", true},
	} {
		if got := clients.Reaches(c.path, strings.Fields(c.imports), facts); got != c.want {
			t.Errorf("%s, which imports %q: %v, want %v", c.path, c.imports, got, c.want)
		}
	}
	if !(Clients{Known: clients.Known}).Reaches("client/pool", []string{"client"}, facts) {
		t.Error("without Opaque, no package is passed over")
	}
}

func TestReachesAlone(t *testing.T) {
	clients := Clients{Shaped: func(src []byte) bool { return strings.Contains(string(src), "SetNX(") }}
	for src, want := range map[string]bool{
		"package a\n": false,
		"package a\n\ntype cache interface{ SetNX(key string) bool }\n":                      true,
		"package a\n\n//leasevet:acquire ClaimOrder takes the order\nfunc ClaimOrder() {}\n": true,
	} {
		file := filepath.Join(t.TempDir(), "a.go")
		if err := os.WriteFile(file, []byte(src), 0o666); err != nil {
			t.Fatal(err)
		}
		if got := clients.ReachesAlone("example.com/own", []string{filepath.Join(t.TempDir(), "gone.go"), file}); got != want {
			t.Errorf("%s: %v, want %v", src, got, want)
		}
	}
	file := filepath.Join(t.TempDir(), "a.go")
	if err := os.WriteFile(file, []byte("package a\n\n//leasevet:release\nfunc Done() {}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	clients.Opaque = func(path string) bool { return path == "example.com/client" }
	if clients.ReachesAlone("example.com/client", []string{file}) || !clients.ReachesAlone("example.com/own", []string{file}) {
		t.Error("a client alone is left alone")
	}
	if (Clients{}).ReachesAlone("example.com/own", nil) {
		t.Error("no files reach something")
	}
}
