package load

import (
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestStrip(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"body", "func f() { x }\nfunc g()\nfunc h() (a struct{ b int }) { y }", "func f() {   }\nfunc g()\nfunc h() (a struct{ b int }) {   }"},
		{"types in results", "func f() struct{ x int } { y }", "func f() struct{ x int } {   }"},
		{"interface result", "func (r T) f() []interface{ M() } { y }", "func (r T) f() []interface{ M() } {   }"},
		{"type parameters", "func f[T interface{ ~int }](x T) { y }", "func f[T interface{ ~int }](x T) {   }"},
		{"lines", "func f() {\n\tx\n}\nvar a = 1", "func f() {\n  \n}\nvar a = 1"},
		{"braces in strings", "func f() { `}` + \"}\\\"}\" + '}' + '\\'' // }\n /* } */ }\nvar x = 1", "func f() {" + strings.Repeat(" ", 31) + "\n" + strings.Repeat(" ", 9) + "}\nvar x = 1"},
		{"comment in signature", "func f( // {\n) /* { */ { y }", "func f( // {\n) /* { */ {   }"},
		{"composite", "var a = []int{1, 2}\nvar b = T{x: 1}", "var a = []int{    }\nvar b = T{    }"},
		{"counted", "var a = [...]int{1, 2}", "var a = [...]int{1, 2}"},
		{"struct variable", "var a struct{ b int }\nvar c = struct{ b int }{1}", "var a struct{ b int }\nvar c = struct{ b int }{ }"},
		{"group", "var (\n\ta = T{1}\n\tb int\n\tc = func() int { return 1 }\n)\nfunc f() { x }", "var (\n\ta = T{ }\n\tb int\n\tc = func() int {          }\n)\nfunc f() {   }"},
		{"continued", "var a = b +\n\tT{1}.x\nvar c = T{1}", "var a = b +\n\tT{ }.x\nvar c = T{ }"},
		{"other", "type T struct{ f func() }\nconst c = len([1]int{1})\nimport (\n\"a\"\n)\nfunc f() { x }", "type T struct{ f func() }\nconst c = len([1]int{1})\nimport (\n\"a\"\n)\nfunc f() {   }"},
		{"in calls", "var a = f(T{1}, func() { x })", "var a = f(T{1}, func() { x })"},
		{"cut off", "func f() { x", "func f() { x"},
		{"cut off comment", "func f() { /* }", "func f() { /* }"},
		{"one line", "func f() { x }; func g() { y }", "func f() {   }; func g() {   }"},
	} {
		src := []byte(test.src)
		strip(src)
		if string(src) != test.want {
			t.Errorf("%s: got\n%q, want\n%q", test.name, src, test.want)
		}
	}
}

// On real files, all that is left after strip is what is left after parsing
// the whole file and cutting the bodies off its tree.
func TestStripStandardLibrary(t *testing.T) {
	roots := []string{"net/http", "go", "reflect", "unicode", "encoding", "crypto/tls", "runtime"}
	if testing.Short() {
		roots = roots[:1]
	}
	for _, root := range roots {
		err := filepath.WalkDir(filepath.Join(goroot(t), "src", root), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() && d.Name() == "testdata" {
				return filepath.SkipDir
			}
			if !strings.HasSuffix(name, ".go") {
				return nil
			}
			src, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			if want, ok := outline(src); ok {
				strip(src)
				if got, _ := outline(src); got != want {
					t.Errorf("%s differs:\n%s\n%s", name, got, want)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// outline is a file without bodies and elements.
func outline(src []byte) (string, bool) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "f.go", src, parser.SkipObjectResolution)
	if err != nil {
		return err.Error(), false
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body != nil {
				d.Body.List = nil
			}
		case *ast.GenDecl:
			if d.Tok == token.VAR {
				for _, spec := range d.Specs {
					for _, v := range spec.(*ast.ValueSpec).Values {
						emptyLiterals(v)
					}
				}
			}
		}
	}
	var buf strings.Builder
	if err := format.Node(&buf, token.NewFileSet(), f); err != nil {
		return err.Error(), false
	}
	return strings.Join(strings.Fields(buf.String()), " "), true
}

func emptyLiterals(v ast.Expr) {
	ast.Inspect(v, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if array, ok := n.Type.(*ast.ArrayType); ok && isDots(array) {
				return false
			}
			n.Elts = nil
		case *ast.FuncLit:
			n.Body.List = nil
		case *ast.CallExpr:
			emptyLiterals(n.Fun)
			return false
		case *ast.ParenExpr:
			return false
		}
		return true
	})
}

func isDots(a *ast.ArrayType) bool { _, ok := a.Len.(*ast.Ellipsis); return ok }

// goroot asks the go command that the tests run under.
func goroot(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Skip("no go command: ", err)
	}
	return strings.TrimSpace(string(out))
}
