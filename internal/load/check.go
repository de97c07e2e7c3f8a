package load

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
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

// check parses and type-checks n. Without bodies it does what importers need
// and no more: no function bodies, no comments, no record of types.
func (l *loader) check(n *node, bodies bool) *syntax {
	s := new(syntax)
	fault := func(err error) {
		s.faults++
		if s.first == nil {
			s.first = err
		}
	}
	mode := parser.SkipObjectResolution
	if bodies {
		mode |= parser.ParseComments
	}
	for _, name := range n.files {
		src, err := os.ReadFile(name)
		if err != nil {
			fault(err)
			continue
		}
		f, err := parser.ParseFile(l.fset, name, src, mode)
		if err != nil {
			fault(firstError(err))
		}
		if f != nil {
			s.files = append(s.files, f)
		}
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
			fault(err)
		},
	}
	if bodies {
		s.info = unit.NewInfo()
	}
	// The error is the first one that conf.Error has seen. A package comes
	// back whatever happened, and importers can make something of it.
	n.pkg, _ = conf.Check(n.path, l.fset, s.files, s.info)
	n.illTyped = s.faults > 0
	for _, imp := range n.imports {
		n.illTyped = n.illTyped || imp.illTyped
	}
	return s
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
	if imp == nil || imp.pkg == nil || imp.pkg.Name() == "" {
		return nil, errNoPackage
	}
	return imp.pkg, nil
}

// errNoPackage is for imports that go list could not find. It has a problem of
// its own for those.
var errNoPackage = errors.New("package not found")
