package directive

import (
	"go/ast"
	"go/token"
	"sync"
)

// span is a range of lines, both ends included; empty if to is less than from.
type span struct{ from, to int }

// file is a file with directives. Which lines each of them covers is found out
// when somebody asks, which most files never come to.
type file struct {
	syntax *ast.File
	list   []*Directive
	once   sync.Once
}

// cover finds the lines that the directives of the file speak of.
//
// A directive behind code speaks of its line, and of a statement over several
// lines that ends there. One on a line of its own speaks of what begins on the
// next line: of a declaration as a whole, of a statement up to the block that it
// opens. In front of the package clause it speaks of the file. golangci-lint's
// //nolint covers the whole node, blocks included.
func (f *file) cover(fset *token.FileSet) {
	f.once.Do(func() {
		line := func(p token.Pos) int { return fset.Position(p).Line }
		behind := make(map[int][]*Directive) // by line
		before := make(map[int][]*Directive) // by the line that follows
		for _, d := range f.list {
			own, next := line(d.Pos), line(d.group.End())+1
			d.lines = span{own, own}
			behind[own] = append(behind[own], d)
			before[next] = append(before[next], d)
		}
		taken := make(map[*Directive]bool) // by the outermost node
		take := func(n ast.Node) {
			from, to := line(n.Pos()), line(n.End())
			for _, d := range behind[to] {
				if n.End() <= d.Pos && simple(n) {
					d.lines.from = min(d.lines.from, from)
				}
			}
			for _, d := range before[from] {
				if d.Pos < n.Pos() && !taken[d] && d.alone(fset, f.syntax) {
					taken[d] = true
					d.lines.to = line(d.reach(n))
				}
			}
		}
		take(f.syntax)
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			switch n.(type) {
			case nil:
				return false
			case *ast.File:
				return true
			case *ast.Comment, *ast.CommentGroup:
				return false
			}
			take(n)
			return true
		})
	})
}

// alone says whether no code stands before d on its line.
func (d *Directive) alone(fset *token.FileSet, f *ast.File) bool {
	own := fset.Position(d.Pos).Line
	alone := true
	ast.Inspect(f, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.Comment, *ast.CommentGroup:
			return false
		}
		if n.Pos() < d.Pos && fset.Position(n.Pos()).Line == own || n.End() <= d.Pos && fset.Position(n.End()).Line == own {
			alone = false
		}
		return alone && n.Pos() <= d.Pos
	})
	return alone
}

// reach is the end of what d covers of the node that follows it.
func (d *Directive) reach(n ast.Node) token.Pos {
	switch n := n.(type) {
	case *ast.File:
		return n.FileEnd
	case ast.Decl, ast.Spec, *ast.Field:
		return n.End()
	}
	if d.Dialect == Nolint {
		return n.End()
	}
	end := n.End()
	ast.Inspect(n, func(inner ast.Node) bool {
		switch b := inner.(type) {
		case *ast.BlockStmt:
			end = min(end, b.Lbrace)
		case *ast.CaseClause:
			end = min(end, b.Colon)
		case *ast.CommClause:
			end = min(end, b.Colon)
		}
		return true
	})
	return end
}

// simple says whether n is a statement without blocks, whose last line speaks
// for all of it.
func simple(n ast.Node) bool {
	switch n.(type) {
	case *ast.ExprStmt, *ast.AssignStmt, *ast.ReturnStmt, *ast.DeferStmt, *ast.GoStmt, *ast.DeclStmt, *ast.SendStmt, *ast.IncDecStmt, *ast.ValueSpec:
	default:
		return false
	}
	blocks := false
	ast.Inspect(n, func(inner ast.Node) bool {
		_, isBlock := inner.(*ast.BlockStmt)
		blocks = blocks || isBlock
		return !blocks
	})
	return !blocks
}
