package redisscript

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// widen forgets the variables that the body assigns, or a function that it may
// call: another turn may have come before this one.
func (in *interp) widen(stmts []ast.Stmt) {
	cells := in.shared
	for _, name := range assigned(stmts, nil) {
		if c := in.scope.find(name); c != nil {
			cells = append(cells[:len(cells):len(cells)], c)
		}
	}
	for _, c := range cells {
		if c.v.kind != kFunc && c.v.kind != kTable {
			v := in.unknown().taint(c.v)
			v.opaque = true
			in.set(c, v)
		}
	}
}

// reaches notes the variables around a function that it assigns.
func (in *interp) reaches(fn *ast.FunctionExpr) {
	const maxShared = 64
	for _, name := range assigned(fn.Stmts, nil) {
		c := in.scope.find(name)
		if c != nil && len(in.shared) < maxShared && !declares(fn, name) {
			in.shared = append(in.shared, c)
		}
	}
}

func declares(fn *ast.FunctionExpr, name string) bool {
	for _, s := range fn.Stmts {
		if l, ok := s.(*ast.LocalAssignStmt); ok && slices.Contains(l.Names, name) {
			return true
		}
	}
	return slices.Contains(fn.ParList.Names, name)
}

// afterTurn: a variable that the body assigned has seen every comparison in it,
// as a counter of matching keys does. A condition on it is unclear, not absent.
func (in *interp) afterTurn(b branch, seen int) {
	for _, c := range b.order {
		v := in.unknown().taint(c.v).taint(b.vals[c])
		v.opaque = true
		for _, x := range in.compares[min(seen, len(in.compares)):] {
			v.stored = unionKeys(v.stored, []keyRef{in.settled(x.key, facts{})})
			v.args = unionRefs(v.args, []Ref{x.with})
		}
		in.set(c, v)
	}
}

// assigned lists the plain names that statements assign.
func assigned(stmts []ast.Stmt, names []string) []string {
	for _, s := range stmts {
		switch s := s.(type) {
		case *ast.AssignStmt:
			for _, l := range s.Lhs {
				if id, ok := l.(*ast.IdentExpr); ok {
					names = append(names, id.Value)
				}
			}
		case *ast.DoBlockStmt:
			names = assigned(s.Stmts, names)
		case *ast.IfStmt:
			names = assigned(s.Else, assigned(s.Then, names))
		case *ast.WhileStmt:
			names = assigned(s.Stmts, names)
		case *ast.RepeatStmt:
			names = assigned(s.Stmts, names)
		case *ast.NumberForStmt:
			names = assigned(s.Stmts, names)
		case *ast.GenericForStmt:
			names = assigned(s.Stmts, names)
		}
	}
	return names
}
