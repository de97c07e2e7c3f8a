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
)

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
		return []analysis.TextEdit{{Pos: drop.Pos() - token.Pos(len(f.Indent(drop.Pos()))), End: f.lineEnd(drop.End())}}
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
