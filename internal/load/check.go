package load

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"os"

	"github.com/leasevet/leasevet/internal/unit"
)

// syntax is a parsed and type-checked unit before its trees are dropped.
type syntax struct {
	files  []*ast.File
	info   *types.Info
	errors []types.Error
	first  error // the first fault of any kind
	faults int
}

// fault notes a fault of any kind.
func (s *syntax) fault(err error) {
	s.faults++
	if s.first == nil {
		s.first = err
	}
}

// check type-checks n, and parses it if s has no files yet. Without bodies it does what
// importers need and no more: no function bodies, no comments, no record of types.
func (l *loader) check(n *node, s *syntax, bodies bool) (err error) {
	defer func() {
		if p := recover(); p != nil {
			n.illTyped, n.illDecls = true, true
			err = fmt.Errorf("type-checking failed: %v", p) // a fault of go/types
		}
	}()
	if len(s.files) == 0 && s.faults == 0 {
		l.parse(n, s, bodies)
	}
	conf := &types.Config{
		Importer:         importer{n},
		Sizes:            l.sizes,
		GoVersion:        n.goVersion(),
		IgnoreFuncBodies: !bodies,
		FakeImportC:      n.fakeCgo,
		Error: func(err error) {
			var te types.Error
			if errors.As(err, &te) {
				if te.Soft && !bodies {
					return
				}
				s.errors = append(s.errors, te)
			}
			s.fault(err)
		},
	}
	if bodies {
		s.info = unit.NewInfo()
	}
	// The error is the first one that conf.Error has seen. A package comes
	// back whatever happened, and importers can make something of it.
	n.pkg, _ = conf.Check(n.path, l.fset, s.files, s.info)
	n.illDecls = s.illDecls()
	for _, imp := range n.imports {
		n.illDecls = n.illDecls || imp.illDecls
		n.changed = n.changed || imp.changed
	}
	n.illTyped = n.illDecls || s.faults > 0
	return nil
}

// parse reads the files of n. Without bodies, what stands in them is not parsed.
func (l *loader) parse(n *node, s *syntax, bodies bool) {
	for _, name := range n.files {
		f, err := l.parseFile(n, name, bodies)
		if err != nil {
			s.fault(firstError(err))
		}
		if f != nil {
			s.files = append(s.files, f)
		}
	}
}

func (l *loader) parseFile(n *node, name string, bodies bool) (*ast.File, error) {
	src, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if want, ok := n.sums[name]; ok && sha256.Sum256(src) != want {
		n.changed = true
	}
	if bodies {
		return parser.ParseFile(l.fset, name, src, parser.SkipObjectResolution|parser.ParseComments)
	}
	strip(src)
	return parser.ParseFile(l.fset, name, src, parser.SkipObjectResolution)
}

// illDecls says whether a fault may touch what importers see: it lies outside
// function bodies. The same package is checked with bodies or without,
// depending on what it imports; its importers must not notice.
func (s *syntax) illDecls() bool {
	if s.faults > len(s.errors) {
		return true // a file that cannot be read or parsed
	}
	for _, err := range s.errors {
		if !err.Soft && !s.inBody(err.Pos) {
			return true
		}
	}
	return false
}

func (s *syntax) inBody(pos token.Pos) bool {
	for _, f := range s.files {
		if pos < f.FileStart || f.FileEnd < pos {
			continue
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil && fn.Body.Pos() <= pos && pos < fn.Body.End() {
				return true
			}
		}
	}
	return false
}

func firstError(err error) error {
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		return list[0]
	}
	return err
}

// importer finds the imports of a node among the nodes that are done.
type importer struct{ n *node }

func (i importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	imp := i.n.imports[path]
	switch {
	case imp == nil:
		return nil, errors.New("go list does not name it")
	case imp.pkg == nil || imp.pkg.Name() == "":
		return nil, errNoPackage
	}
	return imp.pkg, nil
}

// errNoPackage is for imports that go list could not load. It has a problem of
// its own for those.
var errNoPackage = errors.New("package not found")
