package cfgfile

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"
)

func TestMinor(t *testing.T) {
	for v, want := range map[string]int{"go1.26": 26, "go1.27rc1": 27, "go1.27.3": 27, "go1.9": 9, "go2.1": 0, "devel": 0, "go1.": 0, "": 0} {
		if got := minor(v); got != want {
			t.Errorf("%s: %d, want %d", v, got, want)
		}
	}
}

func TestTypesInFacts(t *testing.T) {
	for _, test := range []struct {
		name string
		c    Config
		want bool
	}{
		{"export data", Config{ImportPath: "a.com/p", ImportMap: map[string]string{"fmt": "fmt"}, PackageFile: map[string]string{"fmt": "x"}}, false},
		{"none", Config{ImportPath: "a.com/p", ImportMap: map[string]string{"fmt": "fmt"}}, true},
		{"unsafe has none", Config{ImportPath: "a.com/p", ModulePath: "a.com", ImportMap: map[string]string{"unsafe": "unsafe"}}, false},
		{"no imports, old", Config{ImportPath: "errors", GoVersion: "go1.26"}, false},
		{"no imports, new", Config{ImportPath: "errors", GoVersion: "go1.27"}, true},
		{"no imports, a module of the new form", Config{ImportPath: "a.com/p", ModulePath: "a.com", Module: new(Module)}, true},
	} {
		if got := test.c.TypesInFacts(); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

func TestKinds(t *testing.T) {
	for path, c := range map[string]struct {
		module, version string
		standard, own   bool
	}{
		"net/http":               {"", "", true, false},
		"main":                   {"", "", true, false},
		"command-line-arguments": {"", "", false, true},
		"app/store":              {"app", "", false, true},
		"example.com/m/p":        {"example.com/m", "", false, true},
		"example.com/d/p":        {"example.com/d", "v1.0.0", false, false},
	} {
		got := Config{ImportPath: path, ModulePath: c.module, ModuleVersion: c.version}
		if got.Standard() != c.standard || got.Own() != c.own {
			t.Errorf("%s: standard %v, own %v", path, got.Standard(), got.Own())
		}
	}
}

// Facts come alone or behind types, and a file that is neither has none.
func TestFacts(t *testing.T) {
	dir := t.TempDir()
	behind := func(types, facts string, claimed int) string {
		b := []byte("vetx")
		b = binary.LittleEndian.AppendUint32(b, uint32(len(types)))
		b = binary.LittleEndian.AppendUint32(b, uint32(claimed))
		return string(b) + types + facts
	}
	for text, want := range map[string]string{
		"":                        "",
		"facts":                   "facts",
		behind("types", "", 0):    "",
		behind("types", "fac", 3): "fac",
		behind("types", "fac", 9): "",
	} {
		name := filepath.Join(dir, "vetx")
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		c := Config{PackageVetx: map[string]string{"p": name}}
		if got := string(c.Facts("p")); got != want || c.HasFacts("p") != (want != "") {
			t.Errorf("%q: facts %q, HasFacts %v", text, got, c.HasFacts("p"))
		}
		if c.Facts("q") != nil || c.HasFacts("q") {
			t.Error("an import without a file has facts")
		}
	}
}
