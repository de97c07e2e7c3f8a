package directive

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		text string
		want *Directive
	}{
		{"// plain", nil},
		{"/*leasevet:ignore x y*/", nil},
		{"// see leasevet:ignore in the manual", nil},
		{"// leasevet: finds misuse", nil},
		{"//leasevet:ignore", &Directive{Word: Ignore, Text: "//leasevet:ignore", Fault: NoNames}},
		{"//leasevet:ignore ,", &Directive{Word: Ignore, Text: "//leasevet:ignore", Fault: NoNames}},
		{"//leasevet:ignore A", &Directive{Word: Ignore, Names: []string{"A"}, Text: "//leasevet:ignore A", Fault: NoReason}},
		{"//leasevet:ignore A // why", &Directive{Word: Ignore, Names: []string{"A"}, Text: "//leasevet:ignore A", Fault: NoReason}},
		{"//leasevet:ignore A,b  see https://x.example/1 // more", &Directive{Word: Ignore, Names: []string{"A", "b"}, Text: "//leasevet:ignore A,b", Reason: "see https://x.example/1"}},
		{"//leasevet:ignore\tA\twhy\r", &Directive{Word: Ignore, Names: []string{"A"}, Text: "//leasevet:ignore A", Reason: "why"}},
		{"//leasevet:efficiency why not", &Directive{Word: Efficiency, Text: "//leasevet:efficiency", Reason: "why not"}},
		{"//leasevet:efficiency", &Directive{Word: Efficiency, Text: "//leasevet:efficiency", Fault: NoReason}},
		{"//leasevet:acquire key=a  token=b // c", &Directive{Word: Acquire, Args: []string{"key=a", "token=b"}, Text: "//leasevet:acquire key=a  token=b"}},
		{"//leasevet:", &Directive{Word: "", Text: "//leasevet:"}},
		{"//leasevet:Ignore A why", &Directive{Word: "Ignore", Text: "//leasevet:Ignore"}},
		{"//  leasevet:ignore A why", &Directive{Word: Ignore, Text: "//  leasevet:ignore", Fault: Spaced}},
		{"//lint:ignore A,B why", &Directive{Dialect: Lint, Word: Ignore, Names: []string{"A", "B"}, Text: "//lint:ignore A,B", Reason: "why"}},
		{"//lint:file-ignore A why", &Directive{Dialect: Lint, Word: Ignore, Names: []string{"A"}, Text: "//lint:file-ignore A", Reason: "why", WholeFile: true}},
		{"//lint:ignore A", &Directive{Dialect: Lint, Word: Ignore, Names: []string{"A"}, Text: "//lint:ignore A", Fault: NoReason}},
		{"//lint:ignore", nil},
		{"//lint:ignored A why", nil},
		{"// lint:ignore A why", nil},
		{"//nolint", &Directive{Dialect: Nolint, Word: Ignore, Text: "//nolint"}},
		{"// nolint // why", &Directive{Dialect: Nolint, Word: Ignore, Text: "// nolint"}},
		{"//nolint:all", &Directive{Dialect: Nolint, Word: Ignore, Text: "//nolint:all"}},
		{"//nolint: a, b // why", &Directive{Dialect: Nolint, Word: Ignore, Names: []string{"a", "b"}, Text: "//nolint: a, b", Reason: "why"}},
		{"//nolint:a//why", &Directive{Dialect: Nolint, Word: Ignore, Names: []string{"a"}, Text: "//nolint:a//why", Reason: "why"}},
		{"//nolint:a", &Directive{Dialect: Nolint, Word: Ignore, Names: []string{"a"}, Text: "//nolint:a", Fault: NoReason}},
		{"//nolint:a why", &Directive{Dialect: Nolint, Word: Ignore, Names: []string{"a"}, Text: "//nolint:a why", Fault: BareReason}},
		{"//nolintlint", nil},
	} {
		if got := parse(test.text); fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", test.want) {
			t.Errorf("%q:\n got %+v\nwant %+v", test.text, got, test.want)
		}
	}
}

// A line that is looked at says behind "⇐" which names cover it.
const covered = `package p ⇐

func line() {
	f() //leasevet:ignore a why ⇐ a
	f() ⇐
	//leasevet:ignore a why
	f() ⇐ a
	f() ⇐
	//leasevet:ignore a why

	f() ⇐
	x. ⇐ a
		y( ⇐ a
		f()) //leasevet:ignore a why ⇐ a
	//leasevet:ignore a why
	x. ⇐ a
		y( ⇐ a
			f()) ⇐ a
	// Words before it.
	//leasevet:ignore a why
	// And behind it.
	f() ⇐ a
	f() ⇐
}

//leasevet:ignore a why
func decl() { ⇐ a
	f() ⇐ a
	if x { ⇐ a
		f() ⇐ a
	} ⇐ a
}

func block() {
	//leasevet:ignore a why
	if f() { ⇐ a
		f() ⇐
	}
	//nolint:a // why
	if f() { ⇐ a
		f() ⇐ a
	} ⇐ a
	//leasevet:ignore a why
	defer func() { ⇐ a
		f() ⇐
	}()
	defer func() { //leasevet:ignore a why ⇐ a
		f() ⇐
	}() //leasevet:ignore b why ⇐ b
	f(func() { ⇐
		f() ⇐
	}) //leasevet:ignore b why ⇐ b
	switch x {
	//leasevet:ignore a why
	case f(): ⇐ a
		f() ⇐
	}
	call(x,
		//leasevet:ignore a why
		f(), ⇐ a
		f()) ⇐
}

var (
	//leasevet:ignore a why
	a = f( ⇐ a
		1) ⇐ a
	b = f() ⇐
)

type i interface {
	//leasevet:ignore a why
	m() ⇐ a
	n() ⇐
}

//leasevet:ignore a why`

func TestCover(t *testing.T) {
	lines := strings.Split(covered, "\n")
	want := make(map[int][]string)
	for i, line := range lines {
		if code, names, marked := strings.Cut(line, " ⇐"); marked {
			lines[i], want[i+1] = code, strings.Fields(names)
		}
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", strings.Join(lines, "\n"), parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	set := New(fset, []*ast.File{f})
	for line, names := range want {
		var got []string
		for _, name := range []string{"a", "b"} {
			if len(set.ignoring(name, diagnosticAt(fset.File(f.Pos()).LineStart(line)))) > 0 {
				got = append(got, name)
			}
		}
		if !slices.Equal(got, names) {
			t.Errorf("line %d is covered for %q, want %q: %s", line, got, names, lines[line-1])
		}
	}
}

func TestWholeFile(t *testing.T) {
	for src, want := range map[string]bool{
		"//leasevet:ignore a why\npackage p\n\nvar x = 1\n":                       true,
		"// Package p is.\n//\n//leasevet:ignore a why\npackage p\n\nvar x = 1\n": true,
		"//nolint:a // why\npackage p\n\nvar x = 1\n":                             true,
		"//leasevet:ignore a why\n\npackage p\n\nvar x = 1\n":                     false,
		"package p\n\n//lint:file-ignore a why\n\nvar x = 1\n":                    true,
		"package p //leasevet:ignore a why\n\nvar x = 1\n":                        false,
	} {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		set := New(fset, []*ast.File{f})
		if got := len(set.ignoring("a", diagnosticAt(f.Decls[0].Pos()))) > 0; got != want {
			t.Errorf("%q: %v", src, got)
		}
	}
}

func diagnosticAt(pos token.Pos) analysis.Diagnostic { return analysis.Diagnostic{Pos: pos} }

func TestMentions(t *testing.T) {
	for comment, want := range map[string]bool{
		"//leasevet:ignore x y":                true,
		"// leasevet:ignore x y":               true,
		"//leasevet:nonsense":                  true,
		"//nolint:LeaseVet // known":           true,
		"//nolint:errcheck,UnfencedWrite // k": true,
		"//lint:ignore unfencedwrite known":    true,
		"//nolint":                             false,
		"//nolint:errcheck":                    false,
		"//lint:ignore SA1000 known":           false,
		"// it asks leasevet":                  false,
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "a.go", "package a\n\n"+comment+"\nvar x int\n", parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if got := Mentions([]*ast.File{f}, []string{"unfencedwrite"}); got != want {
			t.Errorf("%s: %v", comment, got)
		}
	}
}
