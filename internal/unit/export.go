package unit

import (
	"errors"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/gcexportdata"
)

// parse makes a unit of the files.
func (c Config) parse(fset *token.FileSet) (*Unit, error) {
	u := &Unit{
		Path:         c.ImportPath,
		Fset:         fset,
		OtherFiles:   c.NonGoFiles,
		IgnoredFiles: c.IgnoredFiles,
		Embedded:     func(name string) bool { return below(c.Dir, name) },
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
	return u, nil
}

// typecheck checks the unit with the types of its imports taken from the compiler's
// export data.
func (c Config) typecheck(u *Unit, imports types.Importer) (err error) {
	conf := &types.Config{Importer: imports, Sizes: u.Sizes, GoVersion: c.GoVersion}
	u.Pkg, err = conf.Check(c.ImportPath, u.Fset, u.Files, u.Info)
	return err
}

// below says whether a file lies in the directory tree of a package, as all
// that it can embed does. The go command does not name the embedded files here,
// but its cache key has their content.
func below(dir, name string) bool {
	rel, err := filepath.Rel(dir, name)
	return dir != "" && err == nil && filepath.IsLocal(rel)
}

func (c Config) module() *analysis.Module {
	switch {
	case c.Module != nil:
		return &analysis.Module{Path: c.Module.Path, Version: c.Module.Version, GoVersion: c.Module.GoVersion}
	case c.ModulePath == "":
		return nil
	}
	return &analysis.Module{Path: c.ModulePath, Version: c.ModuleVersion, GoVersion: strings.TrimPrefix(c.GoVersion, "go")}
}

type exportImporter struct {
	cfg      Config
	fset     *token.FileSet
	packages map[string]*types.Package
}

func (c Config) importer(fset *token.FileSet) types.Importer {
	return &exportImporter{c, fset, make(map[string]*types.Package)}
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
	//lint:ignore SA1019 go vet hands over archives from the compiler, which NewReader alone opens
	r, err := gcexportdata.NewReader(f)
	if err != nil {
		return nil, err
	}
	return gcexportdata.Read(r, i.fset, i.packages, path)
}
