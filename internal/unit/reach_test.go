package unit

import (
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
