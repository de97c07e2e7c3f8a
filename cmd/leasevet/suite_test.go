package main

import (
	"go/ast"
	"go/types"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/analyzers/leasevetdirective"
	"github.com/leasevet/leasevet/internal/directive"
)

// The tests run the real command with a suite of their own, so that what they
// show about the drivers does not depend on what the real analyzers know: the
// test binary, started with LEASEVET_TEST_TOOL set, is the command.

func TestMain(m *testing.M) {
	if os.Getenv("LEASEVET_TEST_TOOL") != "" {
		c := &command{
			analyzers: testSuite(), client: testClient, stdout: os.Stdout, stderr: os.Stderr,
			goVersion: os.Getenv("LEASEVET_TEST_GOVERSION"),
		}
		os.Exit(c.run(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// testClient takes container/ring for a client library: it is in the standard library,
// and nothing that the tests import does import it. Where a dependency with a version
// must use one, it has to be one that package early knows.
func testClient(path string) bool {
	return path == "container/ring" || path == "example.com/lockclient" || path == "cirello.io/pglock"
}

// wrappers is the package fact: functions that reach a client.
type wrappers struct{ Names []string }

func (*wrappers) AFact()           {}
func (w *wrappers) String() string { return strings.Join(w.Names, ",") }

func testSuite() []*analysis.Analyzer {
	model := &analysis.Analyzer{
		Name:      "model",
		Doc:       "functions that call a client or a wrapper of one",
		FactTypes: []analysis.Fact{new(wrappers)},
	}
	model.Run = func(pass *analysis.Pass) (any, error) {
		var w wrappers
		for _, f := range pass.Files {
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && len(clientCalls(pass, fn)) > 0 {
					w.Names = append(w.Names, fn.Name.Name)
				}
			}
		}
		if len(w.Names) > 0 {
			pass.ExportPackageFact(&w)
		}
		return nil, nil
	}
	clients := &analysis.Analyzer{
		Name:     "clientcall",
		Doc:      "clientcall: reports calls that reach a client\n\nIt exists for tests.",
		Requires: []*analysis.Analyzer{model},
	}
	loud := clients.Flags.Bool("loud", false, "say it loudly")
	clients.Run = func(pass *analysis.Pass) (any, error) {
		for _, f := range pass.Files {
			for _, d := range f.Decls {
				fn, ok := d.(*ast.FuncDecl)
				if !ok {
					continue
				}
				for _, call := range clientCalls(pass, fn) {
					msg := "call reaches a client"
					if *loud {
						msg = strings.ToUpper(msg)
					}
					pass.Report(analysis.Diagnostic{
						Pos: call.Pos(), End: call.End(), Message: msg,
						Related: related(pass, fn, call),
					})
				}
			}
		}
		return nil, nil
	}
	suite := []*analysis.Analyzer{directive.Suppressible(clients), directive.Suppressible(renamer()), directive.Suppressible(faulty())}
	return append(suite, leasevetdirective.New(suite))
}

// related is the function that calls and, in a package of the same module, the
// one that is called.
func related(pass *analysis.Pass, fn *ast.FuncDecl, call *ast.CallExpr) []analysis.RelatedInformation {
	list := []analysis.RelatedInformation{{Pos: fn.Name.Pos(), Message: "in this function"}}
	callee := pass.TypesInfo.Uses[call.Fun.(*ast.SelectorExpr).Sel]
	if strings.HasPrefix(callee.Pkg().Path(), "example.com/") {
		list = append(list, analysis.RelatedInformation{Pos: callee.Pos(), Message: "this is called"})
	}
	return list
}

// clientCalls is the calls in fn that go to a client or to a function that the
// fact of its package names.
func clientCalls(pass *analysis.Pass, fn *ast.FuncDecl) (calls []*ast.CallExpr) {
	ast.Inspect(fn, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		callee, ok := pass.TypesInfo.Uses[sel.Sel].(*types.Func)
		if !ok || callee.Pkg() == nil {
			return true
		}
		var w wrappers
		if testClient(callee.Pkg().Path()) || callee.Pkg() != pass.Pkg && pass.ImportPackageFact(callee.Pkg(), &w) && slices.Contains(w.Names, callee.Name()) {
			calls = append(calls, call)
		}
		return true
	})
	return calls
}

// renamer offers a fix: functions named Old… become New….
func renamer() *analysis.Analyzer {
	return &analysis.Analyzer{Name: "renamer", Doc: "renamer: offers to rename variables named old", Run: func(pass *analysis.Pass) (any, error) {
		for _, f := range pass.Files {
			ast.Inspect(f, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && id.Name == "old" {
					pass.Report(analysis.Diagnostic{Pos: id.Pos(), End: id.End(), Message: "old name", SuggestedFixes: []analysis.SuggestedFix{{
						Message:   "rename",
						TextEdits: []analysis.TextEdit{{Pos: id.Pos(), End: id.End(), NewText: []byte("renewed")}},
					}}})
				}
				return true
			})
		}
		return nil, nil
	}}
}

// faulty panics on a package that has a function named Boom, and takes its time
// over one named Slow.
func faulty() *analysis.Analyzer {
	return &analysis.Analyzer{Name: "faulty", Doc: "faulty: panics when told to", Run: func(pass *analysis.Pass) (any, error) {
		if pass.Pkg.Scope().Lookup("Boom") != nil {
			var none *ast.File
			_ = none.Name.Name
		}
		if pass.Pkg.Scope().Lookup("Slow") != nil {
			time.Sleep(progressAfter + 200*time.Millisecond)
		}
		return nil, nil
	}}
}
