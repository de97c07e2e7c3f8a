package rewrite

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// parsed is a file of a package of its own, and what edits make of it.
func parsed(t *testing.T, src string) (*File, func([]analysis.TextEdit) string) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Scopes: map[ast.Node]*types.Scope{},
	}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	pkg, err := conf.Check("p", fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	pass := &analysis.Pass{
		Fset: fset, Files: []*ast.File{f}, Pkg: pkg, TypesInfo: info,
		ReadFile: func(string) ([]byte, error) { return []byte(src), nil },
	}
	file := At(pass, f.Name.Pos())
	if file == nil {
		t.Fatal("the file cannot be edited")
	}
	return file, func(edits []analysis.TextEdit) string {
		out := src
		edits = slices.Clone(edits)
		slices.SortFunc(edits, func(a, b analysis.TextEdit) int { return int(b.Pos - a.Pos) })
		for _, e := range edits {
			out = out[:e.Pos-f.FileStart] + string(e.NewText) + out[e.End-f.FileStart:]
		}
		return out
	}
}

func TestImport(t *testing.T) {
	for _, test := range []struct{ name, src, as, want string }{
		{"none", "package p\n\nfunc f() {}\n", "errors", "package p\n\nimport \"errors\"\n\nfunc f() {}\n"},
		{"one", "package p\n\nimport \"os\"\n\nfunc f() { os.Exit(1) }\n", "errors", "package p\n\nimport \"errors\"\nimport \"os\"\n\nfunc f() { os.Exit(1) }\n"},
		{"block", "package p\n\nimport (\n\t\"bytes\"\n\t\"os\"\n)\n\nfunc f() { os.Exit(bytes.MinRead) }\n", "errors", "package p\n\nimport (\n\t\"bytes\"\n\t\"errors\"\n\t\"os\"\n)\n\nfunc f() { os.Exit(bytes.MinRead) }\n"},
		{"last", "package p\n\nimport (\n\t\"bytes\"\n)\n\nvar x = bytes.MinRead\n\nfunc f() {}\n", "errors", "package p\n\nimport (\n\t\"bytes\"\n\t\"errors\"\n)\n\nvar x = bytes.MinRead\n\nfunc f() {}\n"},
		{"there", "package p\n\nimport \"errors\"\n\nvar x = errors.New(\"\")\n\nfunc f() {}\n", "errors", ""},
		{"renamed", "package p\n\nimport e \"errors\"\n\nvar x = e.New(\"\")\n\nfunc f() {}\n", "e", ""},
		{"hidden", "package p\n\nimport \"errors\"\n\nvar x = errors.New(\"\")\n\nfunc f(errors int) {}\n", "", ""},
		{"taken", "package p\n\nvar errors int\n\nfunc f() {}\n", "", ""},
		{"blank", "package p\n\nimport _ \"errors\"\n\nfunc f() {}\n", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			file, edited := parsed(t, test.src)
			fn := file.Syntax.Decls[len(file.Syntax.Decls)-1].(*ast.FuncDecl)
			name, edits := file.Import("errors", fn.Body.Lbrace+1)
			if name != test.as || (test.want == "") != (len(edits) == 0) {
				t.Fatalf("name %q, %d edits", name, len(edits))
			}
			if got := edited(edits); test.want != "" && got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestDropImport(t *testing.T) {
	for _, test := range []struct{ src, want string }{
		{"package p\n\nimport \"context\"\n\nvar x any = context.TODO()\n", "package p\n\n\nvar x any = context.TODO()\n"},
		{"package p\n\nimport (\n\t\"context\"\n\t\"os\"\n)\n\nvar y = os.Args\nvar x any = context.TODO()\n", "package p\n\nimport (\n\t\"os\"\n)\n\nvar y = os.Args\nvar x any = context.TODO()\n"},
		{"package p\n\nimport \"context\"\n\nvar y = context.Canceled\nvar x any = context.TODO()\n", ""},
	} {
		file, edited := parsed(t, test.src)
		decl := file.Syntax.Decls[len(file.Syntax.Decls)-1].(*ast.GenDecl)
		gone := decl.Specs[0].(*ast.ValueSpec).Values[0]
		edits := file.DropImport("context", []ast.Node{gone})
		if got := edited(edits); test.want == "" && len(edits) > 0 || test.want != "" && got != test.want {
			t.Errorf("got\n%q\nwant\n%q", got, test.want)
		}
	}
}

func TestNames(t *testing.T) {
	file, _ := parsed(t, "package p\n\nvar n2 int\n\nfunc f(n int) int {\n\tm := n\n\treturn m\n}\n")
	fn := file.Syntax.Decls[1].(*ast.FuncDecl)
	in := fn.Body.List[0].Pos()
	for base, want := range map[string]string{"n": "n3", "m": "m", "x": "x", "n2": "n22"} {
		if got := file.Free(base, in); got != want {
			t.Errorf("free name for %s at the beginning: %s, want %s", base, got, want)
		}
	}
	if got := file.Free("m", in, fn.Body.Rbrace-1); got != "m2" {
		t.Errorf("free name for m in the whole body: %s", got)
	}
}
