package unconditionalrelease

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/leasevet/leasevet/internal/rewrite"
)

// A script is a package's compare-and-delete script for one client.
type script struct {
	name string
	file *rewrite.File       // that declares it; nil if it is there already
	decl []analysis.TextEdit // that every fix has in common, so that it comes to be there once
}

// script is the script for use at a position, nil if there can be none: a file
// that says the client's package has to declare it, and a test's file does so
// only for itself.
func (x *fixer) script(client *types.Package, at token.Pos) *script {
	s, ok := x.scripts[client]
	if !ok {
		s = x.newScript(client)
		x.scripts[client] = s
	}
	if s != nil && s.file != nil && strings.HasSuffix(s.file.Name(), "_test.go") && !s.file.Has(at) {
		return nil
	}
	return s
}

func (x *fixer) newScript(client *types.Package) *script {
	if name := x.existing(client.Path()); name != "" {
		return &script{name: name}
	}
	if _, ok := client.Scope().Lookup("NewScript").(*types.Func); !ok {
		return nil
	}
	for _, f := range rewrite.Files(x.pass) {
		pkg := f.Imports(client.Path())
		if pkg == "" {
			continue
		}
		args := compareAndDelete
		if strings.Contains(client.Path(), "redigo") {
			args = "1, " + args
		}
		name := f.Free("releaseOwn", f.End())
		return &script{name, f, []analysis.TextEdit{rewrite.Insert(f.End(), fmt.Sprintf(
			"\n\n// %s ends a lock only if it is still the caller's own.\nvar %s = %s.NewScript(%s)", name, name, pkg, args))}}
	}
	return nil
}

// existing is a package-level variable that holds the very script.
func (x *fixer) existing(client string) string {
	want := strings.Fields(strings.Trim(compareAndDelete, "`"))
	for _, f := range x.pass.Files {
		for _, d := range f.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok || decl.Tok != token.VAR {
				continue
			}
			for _, s := range decl.Specs {
				spec := s.(*ast.ValueSpec)
				if len(spec.Names) != 1 || len(spec.Values) != 1 {
					continue
				}
				call, ok := spec.Values[0].(*ast.CallExpr)
				if !ok || len(call.Args) == 0 {
					continue
				}
				fn, ok := typeutil.Callee(x.pass.TypesInfo, call).(*types.Func)
				if !ok || fn.Name() != "NewScript" || fn.Pkg().Path() != client {
					continue
				}
				text := x.constant(call.Args[len(call.Args)-1])
				if strings.Join(strings.Fields(text), " ") == strings.Join(want, " ") {
					return spec.Names[0].Name
				}
			}
		}
	}
	return ""
}
