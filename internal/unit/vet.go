package unit

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/gcexportdata"

	"github.com/leasevet/leasevet/internal/report"
)

// Config is the description of a unit that the go command writes to a .cfg
// file. Fields that we do not use are left out.
type Config struct {
	ID            string
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

// VetOptions are the settings of the vet protocol.
type VetOptions struct {
	Analyzers []*analysis.Analyzer
	Client    func(path string) bool
	Generated bool
	JSON      bool
	Fix, Diff bool
	Context   int
}

// Vet analyses the unit that cfg describes and writes what the go command
// waits for: facts to cfg.VetxOutput, findings to cfg.Stdout or stdout. It
// returns the exit status. With JSON that is 0 also when there are findings,
// since the go command caches only what succeeded.
func (o VetOptions) Vet(cfg *Config, stdout, stderr io.Writer) int {
	if cfg.VetxOnly && !cfg.reaches(o.Client) {
		// Nothing can be known about a lock here: no type-checking, no facts.
		// An empty file is how importers learn that.
		if err := os.WriteFile(cfg.VetxOutput, nil, 0o666); err != nil {
			fmt.Fprintln(stderr, err)
			return 1
		}
		return 0
	}
	RegisterFacts(o.Analyzers)
	fset := token.NewFileSet()
	u, err := cfg.typecheck(fset)
	if err != nil {
		switch {
		case cfg.VetxOnly:
			// The build, or the package's own vet, reports the fault.
			os.WriteFile(cfg.VetxOutput, nil, 0o666)
			return 0
		case cfg.SucceedOnTypecheckFailure:
			return 0
		}
		fmt.Fprintln(stderr, err)
		return 1
	}
	u.ShowGenerated = o.Generated
	facts, err := ImportFacts(u.Pkg, func(path string) *Export {
		data, err := os.ReadFile(cfg.PackageVetx[path])
		if err != nil {
			return nil
		}
		return &Export{Data: data}
	})
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	results := Run(u, o.Analyzers, facts)
	export, err := facts.Export()
	if err == nil && cfg.VetxOutput != "" {
		err = os.WriteFile(cfg.VetxOutput, export.Data, 0o666)
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	if cfg.VetxOnly {
		return 0
	}
	p := &report.Package{Path: cfg.ID}
	for _, r := range results {
		p.Add(fset, r.Analyzer.Name, r.Diagnostics, r.Err)
	}
	return o.output(cfg, p, stdout, stderr)
}

func (o VetOptions) output(cfg *Config, p *report.Package, stdout, stderr io.Writer) int {
	if cfg.Stdout != "" {
		f, err := os.Create(cfg.Stdout)
		if err != nil {
			fmt.Fprintln(stderr, err)
			return 1
		}
		defer f.Close()
		stdout = f
	}
	if o.JSON {
		if err := report.WriteJSON(stdout, []*report.Package{p}); err != nil {
			fmt.Fprintln(stderr, err)
			return 1
		}
		return 0
	}
	for _, msg := range p.Errors {
		fmt.Fprintln(stderr, msg)
	}
	if p.Len() > 0 {
		report.Text{Context: o.Context}.WriteFindings(stderr, []*report.Package{p})
	}
	if len(p.Errors) > 0 || p.Len() > 0 {
		return 1
	}
	return 0
}

// reaches says whether this unit can have facts. Facts are empty files where
// there are none, so this follows the import graph without reading any.
func (c *Config) reaches(client func(string) bool) bool {
	if c.ModulePath == "" && !strings.Contains(strings.Split(c.ImportPath, "/")[0], ".") {
		return false // the standard library
	}
	if c.ModuleVersion != "" && c.usesCgo() {
		return false // as in package load
	}
	imports := make([]string, 0, len(c.ImportMap))
	for _, path := range c.ImportMap {
		imports = append(imports, path)
	}
	return Reaches(imports, client, func(path string) bool {
		info, err := os.Stat(c.PackageVetx[path])
		return err == nil && info.Size() > 0
	})
}

func (c *Config) usesCgo() bool {
	for _, f := range c.GoFiles {
		if strings.HasSuffix(f, "_cgo_gotypes.go") {
			return true
		}
	}
	return false
}

// typecheck parses and checks the unit with the types of its imports taken
// from the compiler's export data.
func (c *Config) typecheck(fset *token.FileSet) (*Unit, error) {
	u := &Unit{
		Path:         c.ImportPath,
		Fset:         fset,
		OtherFiles:   c.NonGoFiles,
		IgnoredFiles: c.IgnoredFiles,
		Info:         NewInfo(),
		Sizes:        types.SizesFor("gc", build.Default.GOARCH),
		Module:       c.module(),
	}
	for _, name := range c.GoFiles {
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		u.Files = append(u.Files, f)
	}
	conf := &types.Config{Importer: &exportImporter{c, fset, make(map[string]*types.Package)}, Sizes: u.Sizes, GoVersion: c.GoVersion}
	var err error
	u.Pkg, err = conf.Check(c.ImportPath, fset, u.Files, u.Info)
	return u, err
}

func (c *Config) module() *analysis.Module {
	if c.Module != nil || c.ModulePath == "" {
		return c.Module
	}
	return &analysis.Module{Path: c.ModulePath, Version: c.ModuleVersion, GoVersion: strings.TrimPrefix(c.GoVersion, "go")}
}

type exportImporter struct {
	cfg      *Config
	fset     *token.FileSet
	packages map[string]*types.Package
}

func (i *exportImporter) Import(source string) (*types.Package, error) {
	path, ok := i.cfg.ImportMap[source]
	if !ok {
		path = source
	}
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if p := i.packages[path]; p != nil && p.Complete() {
		return p, nil
	}
	name := i.cfg.PackageFile[path]
	if name == "" {
		return nil, errors.New("the go command gave no export data")
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := gcexportdata.NewReader(f)
	if err != nil {
		return nil, err
	}
	return gcexportdata.Read(r, i.fset, i.packages, path)
}
