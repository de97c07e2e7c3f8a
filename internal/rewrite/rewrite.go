// Package rewrite helps analyzers to suggest fixes: it finds the syntax at a
// position, gives the text of what is kept, and takes care of names and imports.
package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
)

// A File is one file of a package, with its text.
type File struct {
	Syntax *ast.File
	pass   *analysis.Pass
	text   []byte
}

// At is the file that a position is in, nil for one that cannot be edited: it
// belongs to another package, or was itself made of another file.
func At(pass *analysis.Pass, pos token.Pos) *File {
	for _, f := range pass.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			return open(pass, f)
		}
	}
	return nil
}

func open(pass *analysis.Pass, f *ast.File) *File {
	name := pass.Fset.File(f.FileStart).Name()
	if pass.Fset.Position(f.Package).Filename != name || ast.IsGenerated(f) {
		return nil
	}
	text, err := pass.ReadFile(name)
	if err != nil || len(text) != int(f.FileEnd-f.FileStart) {
		return nil
	}
	return &File{f, pass, text}
}

// Name is the name of the file.
func (f *File) Name() string { return f.pass.Fset.File(f.Syntax.FileStart).Name() }

// Has says whether a position is in the file.
func (f *File) Has(pos token.Pos) bool { return f.Syntax.FileStart <= pos && pos < f.Syntax.FileEnd }

// Text is the source of a node.
func (f *File) Text(n ast.Node) string {
	return string(f.text[n.Pos()-f.Syntax.FileStart : n.End()-f.Syntax.FileStart])
}

// Path is the nodes around a position, the innermost first.
func (f *File) Path(pos token.Pos) []ast.Node {
	path, _ := astutil.PathEnclosingInterval(f.Syntax, pos, pos)
	return path
}

// Call is the call that a diagnostic at pos is about: the one whose parenthesis
// stands there, or that begins there. rest is the nodes around it.
func (f *File) Call(pos token.Pos) (call *ast.CallExpr, rest []ast.Node) {
	for i, n := range f.Path(pos) {
		if c, ok := n.(*ast.CallExpr); ok && (c.Lparen == pos || c.Pos() == pos) {
			return c, f.Path(pos)[i+1:]
		}
	}
	return nil, nil
}

// Func is the innermost function among nodes: its type and its body.
func Func(path []ast.Node) (*ast.FuncType, *ast.BlockStmt) {
	for _, n := range path {
		switch n := n.(type) {
		case *ast.FuncLit:
			return n.Type, n.Body
		case *ast.FuncDecl:
			return n.Type, n.Body
		}
	}
	return nil, nil
}

// Free picks a name that means nothing at any of the positions: base, or base
// with a number behind it.
func (f *File) Free(base string, at ...token.Pos) string {
	for n := 1; ; n++ {
		name := base
		if n > 1 {
			name += strconv.Itoa(n)
		}
		if !slices.ContainsFunc(at, func(pos token.Pos) bool { return f.Lookup(name, pos) != nil }) {
			return name
		}
	}
}

// Lookup is what a name means at a position. A variable is known behind its
// declaration only.
func (f *File) Lookup(name string, pos token.Pos) types.Object {
	scope := f.pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return f.pass.Pkg.Scope().Lookup(name)
	}
	_, obj := scope.LookupParent(name, pos)
	return obj
}

// Sees says whether a name means an object at a position.
func (f *File) Sees(obj types.Object, pos token.Pos) bool { return f.Lookup(obj.Name(), pos) == obj }

func insert(pos token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(text)}
}

// Insert is the edit that adds text at a position.
func Insert(pos token.Pos, text string) analysis.TextEdit { return insert(pos, text) }

// Replace is the edit that puts text in the place of a node.
func Replace(n ast.Node, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: n.Pos(), End: n.End(), NewText: []byte(text)}
}

// Indent is the white space that the line of a position begins with.
func (f *File) Indent(pos token.Pos) string {
	before := string(f.text[:pos-f.Syntax.FileStart])
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// Files is the files of a package that can be edited, those that are no tests
// first.
func Files(pass *analysis.Pass) (files []*File) {
	for _, f := range pass.Files {
		if file := open(pass, f); file != nil {
			files = append(files, file)
		}
	}
	test := func(f *File) int {
		if strings.HasSuffix(f.Name(), "_test.go") {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(files, func(a, b *File) int {
		if test(a) != test(b) {
			return test(a) - test(b)
		}
		return strings.Compare(a.Name(), b.Name())
	})
	return files
}

// End is where declarations are added to a file.
func (f *File) End() token.Pos { return f.Syntax.Decls[len(f.Syntax.Decls)-1].End() }
