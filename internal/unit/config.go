package unit

import (
	"maps"
	"slices"

	"github.com/leasevet/leasevet/internal/cfgfile"
)

// A Config is a unit as the go command describes it.
type Config struct{ *cfgfile.Config }

// reaches says whether this unit can have facts. Facts are empty files where
// there are none, so this follows the import graph without reading any. Package
// early says the same.
func (c Config) reaches(clients Clients) bool {
	if c.Standard() || c.ModuleVersion != "" && c.UsesCgo() {
		return false // as in package load
	}
	return clients.Reaches(c.ImportPath, c.imports(), c.HasFacts)
}

// imports is the paths of the packages that the unit imports.
func (c Config) imports() []string { return slices.Sorted(maps.Values(c.ImportMap)) }

// importedFacts is the facts of an import; nil if there are none.
func (c Config) importedFacts(path string) *Export {
	data := c.Facts(path)
	if data == nil {
		return nil
	}
	return &Export{Data: data}
}
