// Package declare reads what comments at functions declare them to do to a lock:
//
//	// TryLock asks the lock service.
//	//
//	//leasevet:acquire key=name token=owner
//	func (c *Client) TryLock(ctx context.Context, name, owner string, ttl time.Duration) (bool, error)
//
// A parameter is named by its name or by its number, counted from 0 and without
// the receiver; a field of it is named behind a dot. Context, TTL and the results
// are known by their types.
package declare

import (
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/directive"
)

// Analyzer reads the declarations of a package. Its result is a *Set.
var Analyzer = &analysis.Analyzer{
	Name:       "leasevetdeclarations",
	Doc:        "read the comments that declare what a function does to a lock",
	Requires:   []*analysis.Analyzer{directive.Analyzer},
	Run:        run,
	ResultType: reflect.TypeFor[*Set](),
}

// Set is what a package declares.
type Set struct {
	Wrappers []catalog.Wrapper // in the order of the source
	Faults   []Fault
}

// A Fault is a declaration that cannot be.
type Fault struct {
	Directive *directive.Directive
	Msg       string
}

func run(pass *analysis.Pass) (any, error) {
	set := new(Set)
	var declaring []*directive.Directive
	for _, d := range directive.Of(pass).List {
		if d.Word.Declares() && d.Dialect == directive.Leasevet && d.Fault == directive.Fine {
			declaring = append(declaring, d)
		}
	}
	if len(declaring) == 0 {
		return set, nil
	}
	attached := make(map[*directive.Directive]bool)
	functions(pass, func(fn *types.Func, groups ...*ast.CommentGroup) {
		seen := make(map[directive.Word]bool)
		for _, d := range declaring {
			if !slices.ContainsFunc(groups, d.In) {
				continue
			}
			attached[d] = true
			w, err := wrapper(pass, fn, d)
			switch {
			case seen[d.Word]:
				err = fmt.Errorf("%s is declared so twice", fn.Name())
			case len(seen) > 0:
				err = fmt.Errorf("%s cannot do two things to a lock", fn.Name())
			}
			seen[d.Word] = true
			if err != nil {
				set.Faults = append(set.Faults, Fault{d, err.Error()})
			} else {
				set.Wrappers = append(set.Wrappers, w)
			}
		}
	})
	for _, d := range declaring {
		if !attached[d] {
			set.Faults = append(set.Faults, Fault{d, "it does not stand at the declaration of a function or of an interface's method"})
		}
	}
	return set, nil
}

// functions visits the functions, methods and methods of named interfaces of a
// package, with the comments at their declarations.
func functions(pass *analysis.Pass, visit func(fn *types.Func, groups ...*ast.CommentGroup)) {
	for _, f := range pass.Files {
		for _, decl := range f.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				if fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func); ok {
					visit(fn, decl.Doc)
				}
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					ts, ok := spec.(*ast.TypeSpec)
					if !ok {
						continue
					}
					iface, ok := ts.Type.(*ast.InterfaceType)
					if !ok {
						continue
					}
					for _, m := range iface.Methods.List {
						for _, name := range m.Names {
							if fn, ok := pass.TypesInfo.Defs[name].(*types.Func); ok {
								visit(fn, m.Doc, m.Comment)
							}
						}
					}
				}
			}
		}
	}
}
