package lease

import (
	"go/ast"
	"path"
	"strconv"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/pattern"
)

// MayConcern says of a package that imports neither a client nor anything that has
// facts whether its syntax leaves a reason to look at its types: it takes a lock of
// which only the names are in sight, or declares one. It must hold wherever run goes on
// to look, and may hold for more.
func MayConcern(files []*ast.File) bool {
	for _, f := range files {
		if importsLock(f) || spellsLock(f) {
			return true
		}
	}
	return false
}

// importsLock says whether an import is named after locks: whatever is called of such
// a package may take one.
func importsLock(f *ast.File) bool {
	for _, spec := range f.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err == nil && !standard(p) && lockishName(path.Base(p)) {
			return true
		}
	}
	return false
}

// takingWord begins the name of what takes something, alone or of a thing called a lock.
var (
	takingWord  = pattern.New(`(?i)^(try_?|must_?)?(acquire|obtain|lock|take|claim|grab)`)
	waitingWord = pattern.New(`(?i)^(try_?)?(get|wait)`)
)

// spellsLock looks for calls that may take a lock, and for declarations of what may be
// one. A mutex is neither: its Lock has no arguments, and no answer that is used.
func spellsLock(f *ast.File) (found bool) {
	mutex := map[*ast.CallExpr]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ExprStmt:
			if c, ok := n.X.(*ast.CallExpr); ok {
				mutex[c] = plainLock(c)
			}
		case *ast.DeferStmt:
			mutex[n.Call] = plainLock(n.Call)
		case *ast.GoStmt:
			mutex[n.Call] = plainLock(n.Call)
		case *ast.CallExpr:
			found = found || !mutex[n] && mayTake(n)
		case *ast.FuncDecl:
			found = found || n.Recv != nil && renews(n.Name.Name)
		case *ast.TypeSpec:
			found = found || lockishName(n.Name.Name) && !localLock.MatchString(n.Name.Name)
		case *ast.InterfaceType:
			for _, m := range n.Methods.List {
				for _, name := range m.Names {
					found = found || renews(name.Name)
				}
			}
		}
		return !found
	})
	return found
}

func plainLock(c *ast.CallExpr) bool {
	sel, ok := c.Fun.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Lock" && len(c.Args) == 0
}

// renews says whether a method of this name makes its type one that lends for a time.
func renews(name string) bool {
	n := stem(name)
	return namedRenewal.MatchString(n) || houseRenew.MatchString(n) || beatName.MatchString(n)
}

func mayTake(c *ast.CallExpr) bool {
	on, name := "", ""
	switch fn := ast.Unparen(c.Fun).(type) {
	case *ast.Ident:
		name = fn.Name
	case *ast.SelectorExpr:
		name = fn.Sel.Name
		switch x := ast.Unparen(fn.X).(type) {
		case *ast.Ident:
			on = x.Name
		case *ast.SelectorExpr:
			on = x.Sel.Name
		}
	}
	return takingWord.MatchString(name) || lendName.MatchString(name) || catalog.ShapesLock(name) ||
		waitingWord.MatchString(name) && (lockishName(name) || lockishName(on))
}
