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
// early says the same of units that need no look at their own files.
func (c Config) reaches(clients Clients) bool {
	if c.Standard() || c.ModuleVersion != "" && c.UsesCgo() {
		return false // as in package load
	}
	return clients.Reaches(c.ImportPath, slices.Collect(maps.Values(c.ImportMap)), c.HasFacts) ||
		c.Own() && clients.ReachesAlone(c.ImportPath, c.GoFiles)
}

// importedFacts is the facts of an import; nil if there are none.
func (c Config) importedFacts(path string) *Export {
	data := c.Facts(path)
	if data == nil {
		return nil
	}
	return &Export{Data: data}
}
