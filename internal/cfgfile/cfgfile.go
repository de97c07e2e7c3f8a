// Package cfgfile reads what the go command tells a vet tool about one unit. It
// needs little besides package encoding/json, so that package early can use it.
package cfgfile

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
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
	Module        *Module           // since Go 1.27
	ImportMap     map[string]string // import path in the source to package path
	PackageFile   map[string]string // package path to export data
	PackageVetx   map[string]string // package path to facts
	VetxOnly      bool              // only facts are wanted
	VetxOutput    string
	Stdout        string
	FixArchive    string

	SucceedOnTypecheckFailure bool
}

// Module is analysis.Module.
type Module struct{ Path, Version, GoVersion string }

// Read reads a .cfg file.
func Read(name string) (*Config, error) {
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
	if c.Standard() {
		return minor(c.GoVersion) >= 27 // that of the go command
	}
	return c.Module != nil
}

// minor is the 26 of go1.26 and go1.26.3; 0 for anything else. Package go/version would
// be initialised after most of the program, and early with it.
func minor(goVersion string) int {
	v, _ := strings.CutPrefix(goVersion, "go1.")
	end := strings.IndexFunc(v+".", func(r rune) bool { return r < '0' || r > '9' })
	n, _ := strconv.Atoi(v[:end])
	return n
}

// Own says whether the unit belongs to a module that somebody works on, and not
// to the standard library or the module cache.
func (c *Config) Own() bool { return c.ModuleVersion == "" && !c.Standard() }

// Standard says whether the unit belongs to the standard library.
func (c *Config) Standard() bool {
	first, _, _ := strings.Cut(c.ImportPath, "/")
	return c.ModulePath == "" && !strings.Contains(first, ".") && first != "command-line-arguments"
}

// UsesCgo says whether a file of the unit imports "C".
func (c *Config) UsesCgo() bool {
	return slices.ContainsFunc(c.GoFiles, func(f string) bool { return strings.HasSuffix(f, "_cgo_gotypes.go") })
}

// Facts is the encoded facts of an import; nil if there are none.
func (c *Config) Facts(path string) []byte {
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
	return data
}

// HasFacts says whether Facts would give any, without reading them where it can.
func (c *Config) HasFacts(path string) bool {
	info, err := os.Stat(c.PackageVetx[path])
	return err == nil && info.Size() > 0 && len(c.Facts(path)) > 0
}

// WriteFacts writes the file that the go command waits for, if it does. Without
// facts it is empty, and importers learn from its size that no client is reached
// this way.
func (c *Config) WriteFacts(data []byte) error {
	if c.VetxOutput == "" {
		return nil
	}
	return os.WriteFile(c.VetxOutput, data, 0o666)
}
