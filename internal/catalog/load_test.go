package catalog

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"sync"
)

// libs loads every package that the catalog names, from the module of scenarios.
var libs = sync.OnceValues(func() (map[string]*types.Package, error) {
	wanted := map[string]bool{}
	for _, lib := range Libraries {
		for _, check := range lib.Check {
			for sub := range subs(lib) {
				wanted[path.Join(check, sub)] = true
			}
		}
	}
	args := []string{"list", "-e", "-deps", "-json=ImportPath,Dir,GoFiles,CgoFiles,ImportMap,Error"}
	cmd := exec.Command("go", append(args, slices.Sorted(maps.Keys(wanted))...)...)
	cmd.Dir, cmd.Stderr = "../../testdata", os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(sourcePackage)
		if err := dec.Decode(p); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		if p.Error == nil {
			sources[p.ImportPath] = p
		}
	}
	m := map[string]*types.Package{}
	for pkg := range wanted {
		if sources[pkg] == nil {
			continue // this release has no such sub-package
		}
		if m[pkg], err = fromSources(pkg); err != nil {
			return nil, err
		}
	}
	return m, nil
})

// sourcePackage is a package as go list describes it.
type sourcePackage struct {
	ImportPath, Dir   string
	GoFiles, CgoFiles []string
	ImportMap         map[string]string
	Error             any

	types *types.Package
}

var (
	sources = map[string]*sourcePackage{}
	files   = token.NewFileSet()
)

// fromSources type-checks the declarations of a package and of what it imports,
// without function bodies: much cheaper than to compile it all.
func fromSources(pkg string) (*types.Package, error) {
	if pkg == "unsafe" {
		return types.Unsafe, nil
	}
	p := sources[pkg]
	if p == nil {
		return nil, fmt.Errorf("no package %s", pkg)
	}
	if p.types != nil {
		return p.types, nil
	}
	var parsed []*ast.File
	for _, name := range append(p.GoFiles, p.CgoFiles...) {
		f, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, f)
	}
	conf := types.Config{
		IgnoreFuncBodies: true,
		FakeImportC:      true,
		Error:            func(error) {}, // cgo
		Importer: importerFunc(func(path string) (*types.Package, error) {
			if mapped := p.ImportMap[path]; mapped != "" {
				path = mapped
			}
			return fromSources(path)
		}),
	}
	p.types, _ = conf.Check(pkg, files, parsed, nil)
	return p.types, nil
}

type importerFunc func(string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }
