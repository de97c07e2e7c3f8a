package unit

import (
	"archive/zip"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"io"
	"os"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/cfgfile"
	"github.com/leasevet/leasevet/internal/report"
)

// VetOptions are the settings of the vet protocol.
type VetOptions struct {
	Analyzers []*analysis.Analyzer
	Clients   Clients
	Generated bool
	JSON      bool
	Fix, Diff bool
	Context   int
}

// Vet analyses the unit that is described and writes what the go command
// waits for: facts to the VetxOutput of described, findings to its Stdout or stdout. It
// returns the exit status. With JSON that is 0 also when there are findings,
// since the go command caches only what succeeded.
func (o VetOptions) Vet(described *cfgfile.Config, stdout, stderr io.Writer) int {
	cfg := Config{described}
	var p *report.Package
	export := new(Export)
	var err error
	if !cfg.VetxOnly || cfg.Own() || cfg.reaches(o.Clients) {
		p, export, err = o.analyse(cfg)
	}
	if err != nil && cfg.VetxOnly {
		// The build, or the vet of the package itself, tells about the fault.
		export, err = new(Export), nil
	}
	if err == nil {
		err = cfg.WriteFacts(export.Data)
	}
	switch {
	case err != nil && cfg.SucceedOnTypecheckFailure:
		return 0
	case err != nil:
		fmt.Fprintln(stderr, err)
		return 1
	case cfg.VetxOnly:
		return 0
	}
	return o.output(cfg, p, stdout, stderr)
}

func (o VetOptions) analyse(cfg Config) (*report.Package, *Export, error) {
	RegisterFacts(o.Analyzers)
	p := &report.Package{Path: cfg.ID}
	u, err := cfg.parse(token.NewFileSet())
	if err != nil {
		return nil, nil, err
	}
	imp := cfg.importer(u.Fset)
	if !cfg.reaches(o.Clients) && !o.concerns(cfg, u, imp) {
		return p, new(Export), nil
	}
	if err := cfg.typecheck(u, imp); err != nil {
		return nil, nil, err
	}
	u.ShowGenerated = o.Generated
	facts, err := ImportFacts(u.Pkg, cfg.importedFacts)
	if err != nil {
		return nil, nil, err
	}
	analyzers := o.Analyzers
	if cfg.VetxOnly {
		analyzers = FactAnalyzers(analyzers)
	}
	places := report.NewPlaces(u.Fset, u.Files)
	for _, r := range Run(u, analyzers, facts) {
		p.Add(places, r.Analyzer.Name, r.Diagnostics, r.Stories, r.Err)
		p.AddSuppressed(places, r.Analyzer.Name, r.Suppressed, r.Stories)
	}
	export, err := facts.Export()
	return p, export, err
}

// concerns says whether a unit that reaches no client has to be looked at: few packages
// of a program do. That the others do not type-check, the compiler will say.
func (o VetOptions) concerns(cfg Config, u *Unit, imp types.Importer) bool {
	if o.Clients.LeaveAlone(u.Path) {
		return !cfg.VetxOnly // a comment in it may be wrong
	}
	return o.Clients.Concern == nil || o.Clients.Concern(u.Path, u.Files, cfg.imports(), func(path string) *types.Package {
		pkg, err := imp.Import(path)
		if err != nil {
			return nil // the type-checker of whoever needs it will say so
		}
		return pkg
	})
}

func (o VetOptions) output(cfg Config, p *report.Package, stdout, stderr io.Writer) int {
	if cfg.Stdout != "" {
		f, err := os.Create(cfg.Stdout)
		if err != nil {
			fmt.Fprintln(stderr, err)
			return 1
		}
		defer f.Close()
		stdout = f
	}
	packages := []*report.Package{p}
	var err error
	switch {
	case o.Fix:
		err = o.fix(cfg, packages, stdout)
	case o.JSON:
		// Failed analyzers are in the tree: the go command reads them there.
		err = report.WriteJSON(stdout, packages)
	case len(p.Errors) > 0 || p.Len() > 0:
		for _, msg := range p.Errors {
			fmt.Fprintln(stderr, msg)
		}
		report.Text{Context: o.Context}.WriteFindings(stderr, packages)
		return 1
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	return 0
}

// fix prints the changes that fixes make, or hands them to the go command,
// which writes the files when all units are done.
func (o VetOptions) fix(cfg Config, packages []*report.Package, stdout io.Writer) error {
	changed, _, err := report.Fixes(packages)
	if err != nil {
		return err
	}
	if o.Diff {
		return report.WriteDiffs(stdout, "", changed)
	}
	if cfg.FixArchive == "" {
		return report.WriteFiles(changed)
	}
	f, err := os.Create(cfg.FixArchive)
	if err != nil {
		return err
	}
	zw := zip.NewWriter(f)
	for name, text := range changed {
		w, werr := zw.Create(name)
		if werr == nil {
			_, werr = w.Write(text)
		}
		err = errors.Join(err, werr)
	}
	return errors.Join(err, zw.Close(), f.Close())
}
