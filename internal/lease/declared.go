package lease

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/declare"
)

// configured is the wrappers of the configuration.
var configured []catalog.Wrapper

// SetWrappers sets the wrappers that the configuration declares, for all that is
// analysed from now on in this process. They are no flag of Analyzer, since hosts
// want flags on public analyzers only: who keeps results must make the wrappers
// part of the key.
func SetWrappers(list []catalog.Wrapper) { configured = list }

// Configured says whether the configuration declares a wrapper of a package.
func Configured(path string) bool {
	return slices.ContainsFunc(configured, func(w catalog.Wrapper) bool { return w.Package == path })
}

// declared is what a package knows of wrappers.
type declared struct {
	configured []catalog.Wrapper
	imported   map[string]*Summaries
	rows       map[*types.Func]*catalog.Row
	resolved   map[*types.Package]bool
}

// newDeclared gathers the wrappers that a package may call: its own
// declarations, those of its imports, and the configured ones. The latter count
// only in code that somebody can configure, which the module cache is not:
// there go vet could not find the configuration. One of these that cannot be is
// an error.
func newDeclared(pass *analysis.Pass, imported map[string]*Summaries) (*declared, error) {
	d := &declared{imported: imported, rows: map[*types.Func]*catalog.Row{}, resolved: map[*types.Package]bool{}}
	if pass.Module == nil || pass.Module.Version == "" {
		d.configured = configured
	}
	for _, w := range own(pass) {
		rows, err := w.Resolve(pass.Pkg)
		if err != nil {
			return nil, err
		}
		for fn, row := range rows {
			d.rows[fn] = row
		}
	}
	for _, pkg := range append([]*types.Package{pass.Pkg}, pass.Pkg.Imports()...) {
		if err := d.resolve(pkg); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// own is what the comments of a package declare.
func own(pass *analysis.Pass) []catalog.Wrapper {
	if set, ok := pass.ResultOf[declare.Analyzer].(*declare.Set); ok {
		return set.Wrappers
	}
	return nil
}

// resolve finds the functions of a package that are declared elsewhere than in
// its own source.
func (d *declared) resolve(pkg *types.Package) error {
	if d.resolved[pkg] {
		return nil
	}
	d.resolved[pkg] = true
	for _, w := range d.configured {
		if w.Package != pkg.Path() {
			continue
		}
		rows, err := w.Resolve(pkg)
		if err != nil {
			return err
		}
		for fn, row := range rows {
			d.rows[fn] = row
		}
	}
	if s := d.imported[pkg.Path()]; s != nil {
		for _, w := range s.Declared {
			rows, err := w.Resolve(pkg)
			if err != nil {
				continue // it was checked where it is written
			}
			for fn, row := range rows {
				if d.rows[fn] == nil {
					d.rows[fn] = row
				}
			}
		}
	}
	return nil
}

// any says whether the package has to do with wrappers at all.
func (d *declared) any() bool { return len(d.rows) > 0 }

// row is what a function was declared to do, or nil. A method of a package that
// is not imported directly is resolved when it is met.
func (d *declared) row(fn *types.Func) *catalog.Row {
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	if !d.resolved[fn.Pkg()] && d.resolve(fn.Pkg()) != nil {
		return nil
	}
	return d.rows[fn]
}

// rowOf is what a call means: as declared, or else by the catalogue.
func (m *Model) rowOf(c call) *catalog.Row {
	if row := m.declared.row(c.fn); row != nil {
		return row
	}
	return c.row()
}
