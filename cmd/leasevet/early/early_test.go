package early

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/leasevet/leasevet/internal/cfgfile"
)

func TestSettled(t *testing.T) {
	dir := t.TempDir()
	none, some := filepath.Join(dir, "none.vetx"), filepath.Join(dir, "some.vetx")
	for name, text := range map[string]string{none: "", some: "facts"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	imports := func(path, vetx string) func(c *cfgfile.Config) {
		return func(c *cfgfile.Config) {
			c.ImportMap = map[string]string{path: path, "fmt": "fmt"}
			c.PackageFile = map[string]string{path: "p.a", "fmt": "fmt.a"}
			c.PackageVetx = map[string]string{path: vetx, "fmt": none}
		}
	}
	for _, test := range []struct {
		name  string
		set   func(c *cfgfile.Config)
		flags []string
		want  bool
	}{
		{"a dependency without clients", imports("example.com/other", none), nil, true},
		{"its import has facts", imports("example.com/other", some), nil, false},
		{"it imports a client", imports("github.com/redis/go-redis/v9", none), nil, false},
		{"it imports a client from a vendor directory", imports("example.com/m/vendor/github.com/redis/go-redis/v9", none), nil, false},
		{"analyzer flags change nothing", imports("example.com/other", none), []string{"-json", "-unfencedwrite=false"}, true},
		{"a configuration may", imports("example.com/other", none), []string{"-config=/m/.leasevet.yml@sha256:00"}, false},
		{"nor with two dashes", imports("example.com/other", none), []string{"--config=off"}, false},
		{"its findings are wanted", func(c *cfgfile.Config) { imports("example.com/other", none)(c); c.VetxOnly = false }, nil, false},
		{"somebody works on it", func(c *cfgfile.Config) { imports("example.com/other", none)(c); c.ModuleVersion = "" }, nil, false},
		{"types are wanted too", func(c *cfgfile.Config) { imports("example.com/other", none)(c); c.PackageFile = nil }, nil, false},
		{"the standard library", func(c *cfgfile.Config) {
			imports("database/sql", some)(c)
			c.ImportPath, c.ModulePath, c.ModuleVersion = "net/http", "", ""
		}, []string{"-config=x"}, true},
	} {
		c := &cfgfile.Config{ImportPath: "example.com/dep/p", ModulePath: "example.com/dep", ModuleVersion: "v1.0.0", GoVersion: "go1.26", VetxOnly: true}
		test.set(c)
		if got := settled(c, test.flags); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

func TestAnswer(t *testing.T) {
	dir := t.TempDir()
	unit, out := filepath.Join(dir, "unit.cfg"), filepath.Join(dir, "vetx")
	write := func(c cfgfile.Config) {
		t.Helper()
		data, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(unit, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(cfgfile.Config{ImportPath: "sort", GoFiles: []string{"sort.go"}, GoVersion: "go1.26", VetxOnly: true, VetxOutput: out})
	if !answer([]string{"-json", unit}) {
		t.Error("the standard library is not answered for")
	}
	if data, err := os.ReadFile(out); err != nil || len(data) > 0 {
		t.Errorf("facts %q, error %v", data, err)
	}
	for _, args := range [][]string{nil, {"./..."}, {unit, "./..."}, {filepath.Join(dir, "gone.cfg")}} {
		if answer(args) {
			t.Errorf("%q is answered", args)
		}
	}
	write(cfgfile.Config{ImportPath: "sort", GoFiles: []string{"sort.go"}, GoVersion: "go1.26", VetxOnly: true, VetxOutput: filepath.Join(dir, "gone", "vetx")})
	if answer([]string{unit}) {
		t.Error("an output that cannot be written is left to main, which says so")
	}
	if err := os.WriteFile(unit, []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if answer([]string{unit}) {
		t.Error("a file that cannot be read is left to main, which says so")
	}
}
