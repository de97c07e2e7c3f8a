// Package rewrite helps analyzers to suggest fixes: it finds the syntax at a
// position, gives the text of what is kept, and takes care of names and imports.
package rewrite

import (
	"fmt"
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

// Import is the name by which code at a position says a package, and the edits
// that import it where it is not. It is "" if the name means something else there.
func (f *File) Import(path string, at token.Pos) (name string, edits []analysis.TextEdit) {
	name = path[strings.LastIndexByte(path, '/')+1:]
	for _, spec := range f.Syntax.Imports {
		if imported, err := strconv.Unquote(spec.Path.Value); err != nil || imported != path {
			continue
		}
		if pkg := f.pass.TypesInfo.PkgNameOf(spec); pkg != nil && pkg.Name() != "_" && pkg.Name() != "." && f.Sees(pkg, at) {
			return pkg.Name(), nil
		}
		return "", nil
	}
	if f.Lookup(name, at) != nil || f.pass.Pkg.Scope().Lookup(name) != nil {
		return "", nil
	}
	return name, []analysis.TextEdit{f.addImport(path)}
}

// addImport puts an import of the standard library where gofmt would have it:
// into the first block, before the first one that follows it.
func (f *File) addImport(path string) analysis.TextEdit {
	quoted := strconv.Quote(path)
	if decl := f.imports(); decl != nil {
		if !decl.Lparen.IsValid() || len(decl.Specs) == 0 {
			return insert(decl.Pos(), fmt.Sprintf("import %s\n", quoted))
		}
		for _, s := range decl.Specs {
			spec := s.(*ast.ImportSpec)
			if spec.Path.Value > quoted || !standard(spec.Path.Value) {
				return insert(start(spec), quoted+"\n\t")
			}
		}
		return insert(decl.Specs[len(decl.Specs)-1].End(), "\n\t"+quoted)
	}
	return insert(f.Syntax.Name.End(), fmt.Sprintf("\n\nimport %s", quoted))
}

// imports is the declaration that the file begins with, if it imports.
func (f *File) imports() *ast.GenDecl {
	if len(f.Syntax.Decls) == 0 {
		return nil
	}
	if decl, ok := f.Syntax.Decls[0].(*ast.GenDecl); ok && decl.Tok == token.IMPORT {
		return decl
	}
	return nil
}

func standard(quoted string) bool {
	first, _, _ := strings.Cut(strings.Trim(quoted, "\""), "/")
	return !strings.Contains(first, ".")
}

// start is where a spec begins, its comment included.
func start(spec *ast.ImportSpec) token.Pos {
	if spec.Doc != nil {
		return spec.Doc.Pos()
	}
	return spec.Pos()
}

// DropImport is the edit that removes an import when the uses that go away are
// all it has; none if there are others.
func (f *File) DropImport(path string, gone []ast.Node) []analysis.TextEdit {
	for _, spec := range f.Syntax.Imports {
		pkg := f.pass.TypesInfo.PkgNameOf(spec)
		if imported, err := strconv.Unquote(spec.Path.Value); err != nil || imported != path || pkg == nil {
			continue
		}
		for id, obj := range f.pass.TypesInfo.Uses {
			if obj == types.Object(pkg) && !slices.ContainsFunc(gone, func(n ast.Node) bool { return n.Pos() <= id.Pos() && id.Pos() < n.End() }) {
				return nil
			}
		}
		var drop ast.Node = spec
		for _, d := range f.Syntax.Decls {
			if g, ok := d.(*ast.GenDecl); ok && len(g.Specs) == 1 && g.Specs[0] == ast.Spec(spec) {
				drop = g
			}
		}
		return []analysis.TextEdit{{Pos: drop.Pos(), End: f.lineEnd(drop.End())}}
	}
	return nil
}

// lineEnd is the end of the line that a position is on, if nothing follows on it.
func (f *File) lineEnd(pos token.Pos) token.Pos {
	rest := f.text[pos-f.Syntax.FileStart:]
	trimmed := strings.TrimLeft(string(rest), " \t\r")
	if strings.HasPrefix(trimmed, "\n") {
		return pos + token.Pos(len(rest)-len(trimmed)+1)
	}
	return pos
}

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

// Imports is the name by which a file says a package that it imports, "" if it
// does not.
func (f *File) Imports(path string) string {
	for _, spec := range f.Syntax.Imports {
		if imported, err := strconv.Unquote(spec.Path.Value); err == nil && imported == path {
			if pkg := f.pass.TypesInfo.PkgNameOf(spec); pkg != nil && pkg.Name() != "_" && pkg.Name() != "." {
				return pkg.Name()
			}
		}
	}
	return ""
}

// End is where declarations are added to a file.
func (f *File) End() token.Pos { return f.Syntax.Decls[len(f.Syntax.Decls)-1].End() }
