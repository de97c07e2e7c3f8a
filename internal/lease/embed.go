package lease

import (
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// embedded returns a function that reads the file behind //go:embed of a
// string or []byte variable: Lua scripts and SQL texts are often kept so.
func (m *Model) embedded() func(g *ssa.Global) (string, bool) {
	files := map[types.Object]string{}
	for _, f := range m.Pass.Files {
		dir := filepath.Dir(m.Pass.Fset.Position(f.Pos()).Filename)
		for _, d := range f.Decls {
			gd, ok := d.(*ast.GenDecl)
			if !ok || gd.Tok != token.VAR {
				continue
			}
			for _, s := range gd.Specs {
				vs, ok := s.(*ast.ValueSpec)
				if !ok || len(vs.Names) != 1 {
					continue
				}
				doc := vs.Doc
				if doc == nil {
					doc = gd.Doc
				}
				if name := embedPattern(doc); name != "" {
					files[m.Pass.TypesInfo.Defs[vs.Names[0]]] = filepath.Join(dir, filepath.FromSlash(name))
				}
			}
		}
	}
	if len(files) == 0 {
		return nil
	}
	read := m.Pass.ReadFile
	return func(g *ssa.Global) (string, bool) {
		path, ok := files[g.Object()]
		if !ok {
			return "", false
		}
		var b []byte
		err := os.ErrNotExist
		if read != nil {
			b, err = read(path)
		}
		if err != nil {
			// go vet does not list embedded files among the package's, so its
			// ReadFile refuses them; its cache key does include their content.
			b, err = os.ReadFile(path)
		}
		if err != nil {
			return "", false // the text is unknown, and what is unknown is not guilty
		}
		return string(b), true
	}
}

func embedPattern(doc *ast.CommentGroup) string {
	if doc == nil {
		return ""
	}
	for _, c := range doc.List {
		if rest, ok := strings.CutPrefix(c.Text, "//go:embed "); ok {
			name := strings.Trim(strings.TrimSpace(rest), "`\"")
			if !strings.ContainsAny(name, "*? ") {
				return name
			}
		}
	}
	return ""
}
