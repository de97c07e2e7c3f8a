// Package gclplugin makes leasevet a module plugin of golangci-lint, registered
// under the name leasevet. Importing it is all that a custom golangci-lint needs.
package gclplugin

import (
	"fmt"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/analyzers"
	"github.com/leasevet/leasevet/internal/config"
	"github.com/leasevet/leasevet/internal/directive"
	"github.com/leasevet/leasevet/internal/lease"
)

// The host finds its plugins by this call, hence the only init of the project.
func init() { register.Plugin("leasevet", New) }

// Settings is what stands under linters.settings.custom.leasevet.settings: what a
// .leasevet.yaml holds, and one more. Unknown keys are errors.
type Settings struct {
	config.Settings
	// Facts lets what is known of one package's functions reach the packages that
	// import it. It finds more and makes golangci-lint analyse every dependency.
	Facts bool `json:"facts"`
}

// New reads the settings. golangci-lint calls it once for each run.
func New(conf any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[Settings](conf)
	if err != nil {
		return nil, fmt.Errorf("leasevet: settings: %w", err)
	}
	c, err := config.Decode(s.Settings, analyzers.All())
	if err != nil {
		return nil, fmt.Errorf("leasevet: %w", err)
	}
	selected, err := c.Apply(analyzers.All())
	if err != nil {
		return nil, fmt.Errorf("leasevet: %w", err)
	}
	lease.SetWrappers(c.Wrappers)
	// golangci-lint acts on //nolint:leasevet itself, and says which are of no use.
	directive.HostNolint = true
	return &plugin{s.Facts, selected}, nil
}

type plugin struct {
	facts    bool
	selected []*analysis.Analyzer
}

// GetLoadMode asks for types: without them no call can be recognised.
func (*plugin) GetLoadMode() string { return register.LoadModeTypesInfo }

// BuildAnalyzers returns the enabled analyzers, in the order of the suite.
func (p *plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	ad := &adapter{
		facts:  p.facts,
		suite:  map[*analysis.Analyzer]bool{},
		copies: map[*analysis.Analyzer]*analysis.Analyzer{},
	}
	var list []*analysis.Analyzer
	for _, a := range p.selected {
		ad.suite[a] = true
	}
	for _, a := range p.selected {
		list = append(list, ad.adapt(a))
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("leasevet: settings: every analyzer is switched off")
	}
	return list, nil
}
