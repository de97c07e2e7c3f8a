package gclplugin

import (
	"slices"
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/analyzers"
)

func build(t *testing.T, settings any) ([]*analysis.Analyzer, error) {
	t.Helper()
	create, err := register.GetPlugin("leasevet")
	if err != nil {
		t.Fatal(err)
	}
	p, err := create(settings)
	if err != nil {
		return nil, err
	}
	if p.GetLoadMode() != register.LoadModeTypesInfo {
		t.Errorf("the load mode is %s", p.GetLoadMode())
	}
	return p.BuildAnalyzers()
}

// all is what is required too.
func all(list []*analysis.Analyzer) (out []*analysis.Analyzer) {
	for _, a := range list {
		out = append(append(out, a), all(a.Requires)...)
	}
	return out
}

func TestFacts(t *testing.T) {
	for _, facts := range []bool{false, true} {
		list, err := build(t, map[string]any{"facts": facts})
		if err != nil {
			t.Fatal(err)
		}
		if err := analysis.Validate(list); err != nil {
			t.Error(err)
		}
		has := slices.ContainsFunc(all(list), func(a *analysis.Analyzer) bool { return len(a.FactTypes) > 0 })
		if has != facts {
			t.Errorf("facts %t: an analyzer with facts: %t", facts, has)
		}
	}
	// The originals are as they were.
	if !slices.ContainsFunc(all(analyzers.All()), func(a *analysis.Analyzer) bool { return len(a.FactTypes) > 0 }) {
		t.Error("the suite has lost its facts")
	}
}

func TestDisabled(t *testing.T) {
	list, err := build(t, map[string]any{"analyzers": map[string]any{"unfencedwrite": map[string]any{"enabled": false}}})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != len(analyzers.All())-1 {
		t.Errorf("%d analyzers of %d", len(list), len(analyzers.All()))
	}
	for _, a := range all(list) {
		if a.Name == "unfencedwrite" {
			t.Error("an analyzer that is switched off is required and runs")
		}
	}
}

func TestRefuses(t *testing.T) {
	options := func(name string, options map[string]any) any {
		return map[string]any{"analyzers": map[string]any{name: options}}
	}
	off := map[string]any{}
	for _, a := range analyzers.All() {
		off[a.Name] = map[string]any{"enabled": false}
	}
	for _, c := range []struct {
		settings any
		want     string
	}{
		{map[string]any{"fact": true}, `unknown field "fact"`},
		{options("unfenced", nil), `settings: analyzers.unfenced: unknown analyzer "unfenced": there are `},
		{options("unfencedwrite", map[string]any{"any": true}), `settings: analyzers.unfencedwrite.any: unknown option "any" of unfencedwrite`},
		{options("unfencedwrite", map[string]any{"all": "some"}), `settings: analyzers.unfencedwrite.all: "some" is no value for option all of unfencedwrite`},
		{map[string]any{"wrappers": []any{map[string]any{"role": "acquire", "package": "p", "call": "F(kee)"}}}, `settings: wrappers[0].call: "F(kee)": unknown role kee`},
		{map[string]any{"analyzers": off}, "every analyzer is switched off"},
	} {
		if _, err := build(t, c.settings); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %s", c.settings, err, c.want)
		}
	}
}
