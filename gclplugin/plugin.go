// Package gclplugin makes leasevet a module plugin of golangci-lint, registered
// under the name leasevet. Importing it is all that a custom golangci-lint needs.
package gclplugin

import (
	"fmt"
	"maps"
	"slices"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/analyzers"
	"github.com/leasevet/leasevet/internal/directive"
)

// The host finds its plugins by this call, hence the only init of the project.
func init() { register.Plugin("leasevet", New) }

// Settings is what stands under linters.settings.custom.leasevet.settings.
// Unknown keys are errors.
type Settings struct {
	// Analyzers switches analyzers by name and sets their options. An analyzer
	// that is not named runs with its defaults.
	Analyzers map[string]Analyzer `json:"analyzers"`
	// Facts lets what is known of one package's functions reach the packages that
	// import it. It finds more and makes golangci-lint analyse every dependency.
	Facts bool `json:"facts"`
}

// Analyzer is the settings of one analyzer.
type Analyzer struct {
	Enabled *bool          `json:"enabled"` // nil is true
	Options map[string]any `json:"options"` // by the name of the flag
}

// New reads the settings. golangci-lint calls it once for each run.
func New(conf any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[Settings](conf)
	if err != nil {
		return nil, fmt.Errorf("leasevet: settings: %w", err)
	}
	known := map[string]*analysis.Analyzer{}
	for _, a := range analyzers.All() {
		known[a.Name] = a
	}
	for _, name := range slices.Sorted(maps.Keys(s.Analyzers)) {
		a := known[name]
		if a == nil {
			return nil, fmt.Errorf("leasevet: settings: no analyzer is called %q; there are %v", name, slices.Sorted(maps.Keys(known)))
		}
		if err := setOptions(a, s.Analyzers[name].Options); err != nil {
			return nil, err
		}
	}
	// golangci-lint acts on //nolint:leasevet itself, and says which are of no use.
	directive.HostNolint = true
	return &plugin{s}, nil
}

func setOptions(a *analysis.Analyzer, options map[string]any) error {
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if a.Flags.Lookup(name) == nil {
			return fmt.Errorf("leasevet: settings: %s has no option %q", a.Name, name)
		}
		if err := a.Flags.Set(name, fmt.Sprint(options[name])); err != nil {
			return fmt.Errorf("leasevet: settings: option %q of %s: %w", name, a.Name, err)
		}
	}
	return nil
}

type plugin struct{ settings Settings }

// GetLoadMode asks for types: without them no call can be recognised.
func (*plugin) GetLoadMode() string { return register.LoadModeTypesInfo }

// BuildAnalyzers returns the enabled analyzers, in the order of the suite.
func (p *plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	ad := &adapter{
		facts:  p.settings.Facts,
		suite:  map[*analysis.Analyzer]bool{},
		copies: map[*analysis.Analyzer]*analysis.Analyzer{},
	}
	for _, a := range analyzers.All() {
		on := p.settings.Analyzers[a.Name].Enabled
		ad.suite[a] = on == nil || *on
	}
	var list []*analysis.Analyzer
	for _, a := range analyzers.All() {
		if ad.suite[a] {
			list = append(list, ad.adapt(a))
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("leasevet: settings: every analyzer is switched off")
	}
	return list, nil
}
