package unit

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"go/version"
	"maps"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Config is the description of a unit that the go command writes to a .cfg
// file. Fields that we do not use are left out.
type Config struct {
	ID            string
	Dir           string
	ImportPath    string
	GoVersion     string
	GoFiles       []string
	NonGoFiles    []string
	IgnoredFiles  []string
	ModulePath    string
	ModuleVersion string
	Module        *analysis.Module  // since Go 1.27
	ImportMap     map[string]string // import path in the source to package path
	PackageFile   map[string]string // package path to export data
	PackageVetx   map[string]string // package path to facts
	VetxOnly      bool              // only facts are wanted
	VetxOutput    string
	Stdout        string
	FixArchive    string

	SucceedOnTypecheckFailure bool
}

// ReadConfig reads a .cfg file.
func ReadConfig(name string) (*Config, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	cfg := new(Config)
	if err := json.Unmarshal(data, cfg); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(cfg.GoFiles) == 0 {
		return nil, fmt.Errorf("%s: package %s has no files", name, cfg.ImportPath)
	}
	return cfg, nil
}

// TypesInFacts says that the go command leaves types to the vet tool: they
// travel in the fact files, as x/tools' unitchecker has it since v0.50, and the
// compiler is not run for them. Go 1.26 still gives the compiler's export data.
func (c *Config) TypesInFacts() bool {
	imports := false
	for _, path := range c.ImportMap {
		switch {
		case path == "unsafe" || path == "C":
		case c.PackageFile[path] == "":
			return true
		default:
			imports = true
		}
	}
	if imports {
		return false
	}
	// A unit without imports shows neither. Its file may come to be read
	// either way, and only the fuller form serves both.
	if c.standard() {
		return version.Compare(c.GoVersion, "go1.27") >= 0 // that of the go command
	}
	return c.Module != nil
}

// Own says whether the unit belongs to a module that somebody works on, and not
// to the standard library or the module cache.
func (c *Config) Own() bool { return c.ModuleVersion == "" && !c.standard() }

func (c *Config) standard() bool {
	first, _, _ := strings.Cut(c.ImportPath, "/")
	return c.ModulePath == "" && !strings.Contains(first, ".") && first != "command-line-arguments"
}

// reaches says whether this unit can have facts. Facts are empty files where
// there are none, so this follows the import graph without reading any.
func (c *Config) reaches(clients Clients) bool {
	if c.standard() || c.ModuleVersion != "" && c.usesCgo() {
		return false // as in package load
	}
	return clients.Reaches(c.ImportPath, slices.Collect(maps.Values(c.ImportMap)), func(path string) bool {
		return !c.importedFacts(path).Empty()
	}) || c.Own() && clients.ReachesAlone(c.ImportPath, c.GoFiles)
}

func (c *Config) usesCgo() bool {
	return slices.ContainsFunc(c.GoFiles, func(f string) bool { return strings.HasSuffix(f, "_cgo_gotypes.go") })
}

// importedFacts is the facts of an import; nil if there are none.
func (c *Config) importedFacts(path string) *Export {
	data, err := os.ReadFile(c.PackageVetx[path])
	if err != nil {
		return nil
	}
	// A unit without imports may have been given the form with types: a
	// magic word, the lengths of types and facts, types, facts.
	if header := 12; len(data) >= header && string(data[:4]) == "vetx" {
		types, facts := binary.LittleEndian.Uint32(data[4:]), binary.LittleEndian.Uint32(data[8:])
		if uint64(types)+uint64(facts) != uint64(len(data)-header) {
			return nil
		}
		data = data[header+int(types):]
	}
	return &Export{Data: data}
}
