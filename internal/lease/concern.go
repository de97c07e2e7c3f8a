package lease

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/directive"
)

// MayConcern says of a package that imports neither a client nor anything that has
// facts whether there is a reason to look at its types: it takes a lock of which
// only the names are in sight, or declares one, or speaks to leasevet. It holds wherever
// run goes on to look, and may hold for more. The files have comments; analyzers are
// the names that a comment may give; load gives the types of an import, or nil.
func MayConcern(path string, files []*ast.File, analyzers, imports []string, load func(path string) *types.Package) bool {
	if Configured(path) || directive.Mentions(files, analyzers) || spellsLock(files) {
		return true
	}
	// What an import declares need not be spelled where it is used.
	for _, path := range imports {
		if standard(path) {
			continue
		}
		if pkg := load(path); pkg != nil && declaresLock(pkg) {
			return true
		}
	}
	return false
}

// spellsLock looks for names of what may take, lend or renew a lock, used or declared,
// and for types that may be one. A mutex is none of these.
func spellsLock(files []*ast.File) (found bool) {
	mutexes := mutexNames(files)
	plain := map[string]bool{} // names that say nothing: most stand in many places
	for _, f := range files {
		std := standardNames(f)
		passed := map[*ast.Ident]bool{} // the Lock of a mutex
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if sel, ok := n.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Lock" && len(n.Args) == 0 && mutexes[lastName(sel.X)] {
					passed[sel.Sel] = true
				}
				found = found || len(n.Args) >= 2 && catalog.ShapesCache(lastName(n.Fun))
			case *ast.FuncDecl:
				// The Lock of a type that passes for a mutex, sync.Locker.
				passed[n.Name] = n.Recv != nil && n.Name.Name == "Lock" && n.Type.Params.NumFields() == 0 && n.Type.Results.NumFields() == 0
			case *ast.StructType:
				found = found || embeds(n.Fields, std)
			case *ast.InterfaceType:
				found = found || embeds(n.Methods, std)
			case *ast.TypeSpec:
				found = found || foreignType(n.Type, std) || lockishName(n.Name.Name) && !localLock.MatchString(n.Name.Name)
			case *ast.Ident:
				if found || passed[n] || plain[n.Name] {
					break
				}
				found = spelled(n.Name)
				plain[n.Name] = !found
			}
			return !found
		})
	}
	return found
}

func spelled(name string) bool {
	return takeName.MatchString(name) || lendName.MatchString(name) || renews(name) || catalog.ShapesLock(name)
}

// renews says whether a method of this name makes its type one that lends for a time.
func renews(name string) bool {
	n := stem(name)
	return namedRenewal.MatchString(n) || houseRenew.MatchString(n) || beatName.MatchString(n)
}

// embeds says whether a struct or an interface has embedded types of packages outside of
// the standard library, whose methods it brings along.
func embeds(fields *ast.FieldList, std map[string]bool) bool {
	for _, f := range fields.List {
		if t, ok := f.Type.(*ast.StarExpr); ok && len(f.Names) == 0 && foreignType(t.X, std) || len(f.Names) == 0 && foreignType(f.Type, std) {
			return true
		}
	}
	return false
}

func foreignType(t ast.Expr, std map[string]bool) bool {
	sel, ok := t.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	x, ok := sel.X.(*ast.Ident)
	return !ok || !std[x.Name]
}

// standardNames are what a file calls packages of the standard library.
func standardNames(f *ast.File) map[string]bool {
	names := map[string]bool{}
	for _, spec := range f.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil || !standard(p) {
			continue
		}
		if spec.Name != nil {
			names[spec.Name.Name] = true
		} else {
			names[lastElem(p)] = true
		}
	}
	return names
}

// mutexNames are the variables and fields that are declared as mutexes of the process.
func mutexNames(files []*ast.File) map[string]bool {
	names := map[string]bool{}
	add := func(idents []*ast.Ident, t ast.Expr) {
		if p, ok := t.(*ast.StarExpr); ok {
			t = p.X
		}
		sel, ok := t.(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != "Mutex" && sel.Sel.Name != "RWMutex" {
			return
		}
		if x, ok := sel.X.(*ast.Ident); !ok || x.Name != "sync" {
			return
		}
		for _, id := range idents {
			names[id.Name] = true
		}
		if len(idents) == 0 {
			names[sel.Sel.Name] = true // embedded
		}
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Field:
				add(n.Names, n.Type)
			case *ast.ValueSpec:
				add(n.Names, n.Type)
			case *ast.GenDecl:
				return n.Tok != token.IMPORT
			}
			return true
		})
	}
	return names
}

// lastName is the x of a.b.x, "" for what ends in no name.
func lastName(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}
