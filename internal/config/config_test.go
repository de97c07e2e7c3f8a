package config

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/catalog"
)

func suite() []*analysis.Analyzer {
	a := &analysis.Analyzer{Name: "first"}
	a.Flags.Bool("all", false, "")
	a.Flags.Int("depth", 3, "")
	a.Flags.String("names", "", "")
	b := &analysis.Analyzer{Name: "second"}
	judge := &analysis.Analyzer{Name: "judge", Requires: []*analysis.Analyzer{a, b}}
	return []*analysis.Analyzer{a, b, judge}
}

func TestParse(t *testing.T) {
	const text = `# a comment
analyzers:
  second: false
  first:
    all: true
    names: [a, b]
    enabled: true
wrappers:
  - &lock
    role: acquire
    package: example.com/locks
    receiver: "*Client"
    call: "TryLock(ctx?, key, token, ttl) ok, error"
  - role: release
    package: example.com/locks
    call: 'Unlock(key)'
    compares: false
`
	got, err := parse([]byte(text), "/x/.leasevet.yaml", suite())
	if err != nil {
		t.Fatal(err)
	}
	want := &Config{
		Analyzers: map[string]Switch{"second": {false, "/x/.leasevet.yaml:3:11"}, "first": {true, "/x/.leasevet.yaml:7:14"}},
		Options: []Option{
			{"first", "all", "true", "/x/.leasevet.yaml:5:10"},
			{"first", "names", "a,b", "/x/.leasevet.yaml:6:12"},
		},
		Wrappers: []catalog.Wrapper{
			{Role: "acquire", Package: "example.com/locks", Receiver: "Client", Call: "TryLock(ctx?, key, token, ttl) ok, error", Compares: true, At: "/x/.leasevet.yaml:13:11"},
			{Role: "release", Package: "example.com/locks", Call: "Unlock(key)", At: "/x/.leasevet.yaml:16:11"},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
}

func TestParseNothing(t *testing.T) {
	for _, text := range []string{"", "# nothing\n", "---\n", "analyzers:\nwrappers:\n", "{}", "analyzers: {}\nwrappers: []\n"} {
		c, err := parse([]byte(text), "f", suite())
		if err != nil || len(c.Analyzers)+len(c.Options)+len(c.Wrappers) > 0 {
			t.Errorf("%q: %+v, %v", text, c, err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	wrapper := func(s string) string { return "wrappers:\n  - {role: release, package: p, " + s + "}\n" }
	for text, want := range map[string]string{
		"analyzer: {}":                                              `f:1:1: unknown key "analyzer": there are analyzers, wrappers`,
		"analyzers:\n  frist: false":                                `f:2:3: unknown analyzer "frist": there are first, second, judge`,
		"analyzers:\n  first: yes please":                           `f:2:10: first must be true or false, not "yes please"`,
		"analyzers:\n  first:\n    al: true":                        `f:3:5: unknown option "al" of first: there are enabled, all, depth, names`,
		"analyzers:\n  first:\n    all: 3.5":                        `f:3:10: "3.5" is no value for option all of first: parse error`,
		"analyzers:\n  first:\n    depth: {a: b}":                   `f:3:12: depth must be a value, not a mapping`,
		"analyzers:\n  first:\n    names: [[a]]":                    `f:3:13: an item of names must be a text, not a list`,
		"analyzers:\n  first:\n    enabled: on":                     `f:3:14: enabled must be true or false, not "on"`,
		"analyzers:\n  first: true\n  first: false":                 `f:3:3: key "first" is there twice`,
		"analyzers:\n  first: [all]":                                `f:2:10: analyzer first must be a mapping, not a list`,
		"analyzers: [first]":                                        `f:1:12: analyzers must be a mapping, not a list`,
		"- first":                                                   `f:1:1: a configuration must be a mapping, not a list`,
		"first":                                                     `f:1:1: a configuration must be a mapping, not "first"`,
		"[a]: b":                                                    `f:1:1: a key must be a word, not a list`,
		"analyzers: {}\n---\nanalyzers: {}":                         `f:2:1: a second document: there can be one only`,
		"analyzers:\n  first: {all: true":                           `f:2:3: did not find expected ',' or '}'`,
		"analyzers:\n  - a\n b: c":                                  `f:3:2: did not find expected key`,
		"analyzers:\n\n\n  a: {\n":                                  `f:4:3: did not find expected`,
		"analyzers: \"a\n\n":                                        `f:1:1: found unexpected end of stream`,
		"analyzers: *x":                                             `f:1:1: unknown anchor 'x' referenced`,
		"wrappers: {}":                                              `f:1:11: wrappers must be a list, not a mapping`,
		"wrappers:\n  - a":                                          `f:2:5: a wrapper must be a mapping, not "a"`,
		"wrappers:\n  - role: lock":                                 `f:2:11: unknown role "lock": there are acquire, release, renew`,
		"wrappers:\n  - role: renew":                                `f:2:5: a wrapper without package`,
		wrapper("name: x"):                                          `f:2:33: unknown key "name": there are role, package, receiver, call, compares`,
		wrapper("compares: maybe"):                                  `f:2:43: compares must be true or false, not "maybe"`,
		wrapper("call: [x]"):                                        `f:2:39: call must be a text, not a list`,
		wrapper("package: q"):                                       `f:2:33: key "package" is there twice`,
		wrapper("receiver: C"):                                      `f:2:5: a wrapper without call`,
		wrapper(`call: "Unlock(ctx, kay) error"`):                   `f:2:52: "Unlock(ctx, kay) error": unknown role kay`,
		wrapper(`receiver: C, call: "Unlock(key"`):                  `f:2:63: "Unlock(key": want a comma or ")" before ""`,
		wrapper(`call: "Unlock(key) eror"`):                         `f:2:52: "Unlock(key) eror": unknown result eror`,
		wrapper(`call: "Unlock(ctx, _) error"`):                     `f:2:39: "Unlock(ctx, _) error" has neither a key nor a receiver: which parameter tells the lock?`,
		"wrappers:\n- role: renew\n  package: p\n  call: |\n    F(": `f:4:9: "F(": want a name before ""`,
	} {
		_, err := parse([]byte(text), "f", suite())
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q:\n got %v\nwant %s", text, err, want)
		}
	}
}

func TestDecode(t *testing.T) {
	s := suite()
	c, err := Decode(Settings{
		Analyzers: map[string]any{"second": false, "first": map[string]any{"all": true, "depth": 5}},
		Wrappers:  []map[string]any{{"role": "renew", "package": "p", "call": "F(key)"}},
	}, s)
	if err != nil || len(c.Wrappers) != 1 || c.Wrappers[0].At != "settings: wrappers[0].call" {
		t.Fatal(c, err)
	}
	run, err := c.Apply(s)
	if err != nil {
		t.Fatal(err)
	}
	if len(run) != 2 || run[0] != s[0] || run[1].Name != "judge" || len(run[1].Requires) != 1 || len(s[2].Requires) != 2 {
		t.Error("selected", run)
	}
	if s[0].Flags.Lookup("all").Value.String() != "true" || s[0].Flags.Lookup("depth").Value.String() != "5" {
		t.Error("options are not set")
	}
	_, err = Decode(Settings{Wrappers: []map[string]any{{"role": "renew", "pkg": "p"}}}, s)
	if err == nil || !strings.HasPrefix(err.Error(), `settings: wrappers[0].pkg: unknown key "pkg"`) {
		t.Error(err)
	}
}

func TestSelect(t *testing.T) {
	all := suite()
	for _, test := range []struct {
		states map[string]State
		want   string
	}{
		{nil, "first second judge(2)"},
		{map[string]State{"first": On}, "first judge(1)"},
		{map[string]State{"first": On, "judge": Off}, "first"},
		{map[string]State{"first": Off}, "second judge(1)"},
		{map[string]State{"judge": On}, "judge(0)"},
		{map[string]State{"first": Off, "second": Off}, "judge(0)"},
	} {
		var got []string
		for _, a := range Select(all, func(a *analysis.Analyzer) State { return test.states[a.Name] }) {
			name := a.Name
			if name == "judge" {
				name += "(" + string(rune('0'+len(a.Requires))) + ")"
			}
			got = append(got, name)
		}
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%v: %s, want %s", test.states, s, test.want)
		}
	}
}

func TestFind(t *testing.T) {
	root := t.TempDir()
	deep := filepath.Join(root, "repo", "a", "b")
	for _, dir := range []string{deep, filepath.Join(root, "repo", ".git")} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	write := func(elem ...string) string {
		name := filepath.Join(append([]string{root}, append(elem, Name)...)...)
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	find := func(want string) {
		t.Helper()
		if got, err := Find(deep); err != nil || got != want {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	write() // above the repository
	find("")
	find(write("repo"))
	find(write("repo", "a"))
	if err := os.Mkdir(filepath.Join(deep, Name), 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := Find(deep); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Error(err)
	}
}
