package origin

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"sort"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
)

// stdImports is what the sources of the tests may import, by the name they use.
var stdImports = map[string]string{
	"bytes": "bytes", "context": "context", "errors": "errors", "fmt": "fmt", "hex": "encoding/hex", "http": "net/http",
	"io": "io", "json": "encoding/json", "path": "path", "rand": "crypto/rand", "sha256": "crypto/sha256",
	"strconv": "strconv", "strings": "strings", "time": "time",
}

// stdImporter reads export data, once for all tests: as in the drivers, what is
// imported has no bodies.
var stdImporter = importer.Default()

// program is a package built from source.
type program struct {
	t   testing.TB
	pkg *ssa.Package
	fns []*ssa.Function
	res *Resolver
}

// build makes the package p of declarations; the imports are added.
func build(t testing.TB, decls string) *program {
	t.Helper()
	src := "package p\n"
	for name, path := range stdImports {
		if strings.Contains(decls, name+".") {
			src += fmt.Sprintf("import %s %q\n", name, path)
		}
	}
	src += "func use(...any) {}\nvar _ = use\n" + decls
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	conf := &types.Config{Importer: stdImporter, Error: func(err error) {
		if !strings.Contains(err.Error(), "imported and not used") {
			t.Error(err)
		}
	}}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Scopes: map[ast.Node]*types.Scope{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
	}
	tpkg, _ := conf.Check("x.org/p", fset, []*ast.File{f}, info)
	if t.Failed() {
		t.FailNow()
	}
	// As in package lease: only direct imports, no instances.
	prog := ssa.NewProgram(fset, 0)
	for _, imp := range tpkg.Imports() {
		prog.CreatePackage(imp, nil, nil, true)
	}
	p := &program{t: t, pkg: prog.CreatePackage(tpkg, []*ast.File{f}, info, false)}
	p.pkg.Build()
	var add func(fn *ssa.Function)
	add = func(fn *ssa.Function) {
		p.fns = append(p.fns, fn)
		for _, a := range fn.AnonFuncs {
			add(a)
		}
	}
	add(p.pkg.Func("init"))
	for id, obj := range info.Defs {
		if fn, ok := obj.(*types.Func); ok && id.Name != "init" {
			if f := prog.FuncValue(fn); f != nil && len(f.Blocks) > 0 {
				add(f)
			}
		}
	}
	for _, m := range p.pkg.Members {
		if f, ok := m.(*ssa.Function); ok && strings.HasPrefix(f.Name(), "init#") {
			add(f)
		}
	}
	sort.SliceStable(p.fns, func(i, j int) bool { return p.fns[i].Pos() < p.fns[j].Pos() })
	p.res = NewResolver(NewIndex(p.fns))
	return p
}

// used returns the arguments of the calls of use, in source order.
func (p *program) used() []ssa.Value {
	type arg struct {
		pos token.Pos
		val []ssa.Value
	}
	var args []arg
	for _, fn := range p.fns {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if c, ok := in.(*ssa.Call); ok && c.Call.StaticCallee() != nil && c.Call.StaticCallee().Name() == "use" {
					el, ok := p.res.Elements(c.Call.Args[0])
					if !ok {
						p.t.Fatal("the arguments of use are not in sight")
					}
					args = append(args, arg{c.Pos(), el})
				}
			}
		}
	}
	sort.Slice(args, func(i, j int) bool { return args[i].pos < args[j].pos })
	var out []ssa.Value
	for _, a := range args {
		for _, v := range a.val {
			if mi, ok := v.(*ssa.MakeInterface); ok {
				v = mi.X
			}
			out = append(out, v)
		}
	}
	return out
}

// the returns what the source uses, for sources that use one value.
func (p *program) the() ssa.Value {
	p.t.Helper()
	vals := p.used()
	if len(vals) != 1 {
		p.t.Fatalf("the source uses %d values, want 1", len(vals))
	}
	return vals[0]
}

// dump writes a value in full, each kind in a notation of its own:
//
//	"text" 5:int nil   constants       id#0    parameter 0
//	{"a:" id#0%d}      format          base.f  field
//	$g                 global          f(x)    call, f(x)/1 its second result
//	base[]             element         a|b     choice
//	ctx:cancel(c)      context         new     made here
//	self               loop-carried    ?       not known
func dump(v *Value) string {
	switch v.Kind {
	case Const:
		switch v.Type {
		case "string":
			return strconv.Quote(v.Text)
		case "nil":
			return "nil"
		}
		return v.Text + ":" + v.Type
	case Format:
		return "{" + dumps(v.Parts, " ") + "}" + v.Verb
	case Param:
		return v.Text + "#" + strconv.Itoa(v.Index) + v.Verb
	case Field:
		return dumps(v.Parts, ",") + "." + v.Text + v.Verb
	case Global:
		return "$" + strings.TrimPrefix(v.Text, "x.org/p.") + v.Verb
	case Call:
		s := strings.Replace(v.Text, "x.org/p.", "", 1) + "(" + dumps(v.Parts, ", ") + ")"
		if v.Index > 0 {
			s += "/" + strconv.Itoa(v.Index)
		}
		return s + v.Verb
	case Elem:
		return dumps(v.Parts, ",") + "[]" + v.Verb
	case Choice:
		return "(" + dumps(v.Parts, "|") + ")" + v.Verb
	case Ctx:
		s := "ctx:" + v.Text
		if len(v.Parts) > 0 {
			s += "(" + dumps(v.Parts, ",") + ")"
		}
		return s
	case Fresh:
		return "new" + v.Verb
	case Self:
		return "self" + v.Verb
	}
	return "?" + v.Verb
}

func dumps(list []*Value, sep string) string {
	var out []string
	for _, v := range list {
		out = append(out, dump(v))
	}
	return strings.Join(out, sep)
}

// originCase is a source that uses one value, and the dump of its origin.
type originCase struct {
	name, src, want string
}

func testOrigins(t *testing.T, cases []originCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := build(t, c.src)
			if got := dump(p.res.Of(p.the())); got != c.want {
				t.Errorf("got  %s\nwant %s\nin %s", got, c.want, c.src)
			}
		})
	}
}
