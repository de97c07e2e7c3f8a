package lease

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// stdlib reads export data, once for all tests.
var stdlib = importer.Default()

// redisStub has as much of a client as the tests need, under the client's path.
const redisStub = `package redis
import ("context"; "time")
type BoolCmd struct{}
func (*BoolCmd) Result() (bool, error) { return false, nil }
func (*BoolCmd) Val() bool { return false }
func (*BoolCmd) Err() error { return nil }
type IntCmd struct{}
func (*IntCmd) Result() (int64, error) { return 0, nil }
func (*IntCmd) Err() error { return nil }
type StringCmd struct{}
func (*StringCmd) Result() (string, error) { return "", nil }
type Cmd struct{}
func (*Cmd) Int64() (int64, error) { return 0, nil }
func (*Cmd) Err() error { return nil }
type Client struct{}
func (*Client) SetNX(ctx context.Context, key string, value any, ttl time.Duration) *BoolCmd { return nil }
func (*Client) Expire(ctx context.Context, key string, ttl time.Duration) *BoolCmd { return nil }
func (*Client) Del(ctx context.Context, keys ...string) *IntCmd { return nil }
func (*Client) Get(ctx context.Context, key string) *StringCmd { return nil }
func (*Client) Eval(ctx context.Context, script string, keys []string, args ...any) *Cmd { return nil }
`

const redisPath = "github.com/redis/go-redis/v9"

// stubs imports the standard library, and redisStub as go-redis.
type stubs struct {
	fset  *token.FileSet
	redis *types.Package
}

func (s *stubs) Import(path string) (*types.Package, error) {
	if path != redisPath {
		return stdlib.Import(path)
	}
	if s.redis == nil {
		f, err := parser.ParseFile(s.fset, "redis.go", redisStub, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		conf := types.Config{Importer: s}
		if s.redis, err = conf.Check(path, s.fset, []*ast.File{f}, nil); err != nil {
			return nil, err
		}
	}
	return s.redis, nil
}

// newPass type-checks a package p of one source for the model. What it exports
// goes to fact.
func newPass(t testing.TB, src string, fact *analysis.Fact) *analysis.Pass {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Scopes: map[ast.Node]*types.Scope{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
	}
	conf := types.Config{Importer: &stubs{fset: fset}}
	pkg, err := conf.Check("x.org/p", fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	return &analysis.Pass{
		Analyzer: Analyzer, Fset: fset, Files: []*ast.File{f}, Pkg: pkg, TypesInfo: info, TypesSizes: types.SizesFor("gc", "amd64"),
		ResultOf:          map[*analysis.Analyzer]any{},
		Report:            func(analysis.Diagnostic) {},
		ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
		ExportPackageFact: func(f analysis.Fact) {
			if fact != nil {
				*fact = f
			}
		},
		ReadFile: func(name string) ([]byte, error) { return nil, fmt.Errorf("no file %s", name) },
	}
}

// function builds the body of f and returns its SSA form. The source may call
// mark to be seen, and acquire in several shapes.
func function(t *testing.T, signature, body string) *ssa.Function {
	t.Helper()
	src := `package p
		import "errors"
		type handle struct{}
		var errHeld = errors.New("held")
		func mark(string) {}
		func try() bool { return false }
		func lock() error { return nil }
		func tryErr() (bool, error) { return false, nil }
		func get() (*handle, error) { return nil, nil }
		func count() (int64, error) { return 0, nil }
		func reply() (string, error) { return "", nil }
		func isHeld(err error) bool { return errors.Is(err, errHeld) }
		func other() error { return nil }
		func cond() bool { return false }
		func f` + signature + " {\n" + body + "\n}\n"
	_, fns := buildSSA(newPass(t, src, nil))
	for _, fn := range fns {
		if fn.Name() == "f" && fn.Parent() == nil {
			return fn
		}
	}
	t.Fatal("no function f")
	return nil
}

// callOf is the first call of a function by name.
func callOf(t *testing.T, fn *ssa.Function, names ...string) *ssa.Call {
	t.Helper()
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok {
				for _, name := range names {
					if f := c.Call.StaticCallee(); f != nil && f.Name() == name {
						return c
					}
				}
			}
		}
	}
	t.Fatalf("no call of %s", strings.Join(names, ", "))
	return nil
}
