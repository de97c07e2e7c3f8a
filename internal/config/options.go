package config

import (
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
	"golang.org/x/tools/go/analysis"
)

// option reads the value of an analyzer's flag. The flag itself is not touched:
// the command line may say otherwise.
func (p *parser) option(f field, a *analysis.Analyzer) error {
	fl := a.Flags.Lookup(f.key.Value)
	if fl == nil {
		names := []string{"enabled"}
		a.Flags.VisitAll(func(fl *flag.Flag) { names = append(names, fl.Name) })
		return p.errorf(f.key, f.path, "unknown option %q of %s: there are %s", f.key.Value, a.Name, strings.Join(names, ", "))
	}
	value := f.value.Value
	switch f.value.Kind {
	case yaml.ScalarNode:
	case yaml.SequenceNode: // a flag with several values has commas between them
		var items []string
		for _, n := range f.value.Content {
			if n = resolve(n); n.Kind != yaml.ScalarNode {
				return p.errorf(n, f.path, "an item of %s must be a text, not %s", f.key.Value, kind(n))
			}
			items = append(items, n.Value)
		}
		value = strings.Join(items, ",")
	default:
		return p.errorf(f.value, f.path, "%s must be a value, not %s", f.key.Value, kind(f.value))
	}
	if err := tryFlag(fl, value); err != nil {
		return p.errorf(f.value, f.path, "%s is no value for option %s of %s: %v", kind(f.value), f.key.Value, a.Name, err)
	}
	p.out.Options = append(p.out.Options, Option{a.Name, f.key.Value, value, p.at(f.value, f.path)})
	return nil
}

// tryFlag says whether a flag takes a value, and leaves it as it was.
func tryFlag(f *flag.Flag, value string) error {
	old := f.Value.String()
	err := f.Value.Set(value)
	if restore := f.Value.Set(old); restore != nil && err == nil {
		return fmt.Errorf("the former value %q cannot be set again: %w", old, restore)
	}
	return err
}

// Settings is a configuration as a host holds it that has decoded it from a file
// of its own, as golangci-lint does for its plugins. The keys are those of
// .leasevet.yaml.
type Settings struct {
	Analyzers map[string]any   `json:"analyzers"`
	Wrappers  []map[string]any `json:"wrappers"`
}

// Decode checks settings as Read does a file. Errors name the path of the key.
func Decode(s Settings, suite []*analysis.Analyzer) (*Config, error) {
	doc := map[string]any{}
	if s.Analyzers != nil {
		doc["analyzers"] = s.Analyzers
	}
	if s.Wrappers != nil {
		doc["wrappers"] = s.Wrappers
	}
	data, err := json.Marshal(doc) // JSON is YAML
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	return parse(data, "", suite)
}

// State is what flags or a configuration say of an analyzer.
type State int

// The states.
const (
	Unset State = iota
	On
	Off
)

// Select keeps the analyzers that run. Where one is On, only those that are run;
// else all but those that are Off. An analyzer that judges what others of the
// suite did, as leasevetdirective does, goes with any choice of them, unless it
// is Off, and in a copy that no longer requires those that do not run.
func Select(suite []*analysis.Analyzer, state func(*analysis.Analyzer) State) []*analysis.Analyzer {
	judges := func(a *analysis.Analyzer) bool {
		return slices.ContainsFunc(a.Requires, func(r *analysis.Analyzer) bool { return slices.Contains(suite, r) })
	}
	only := slices.ContainsFunc(suite, func(a *analysis.Analyzer) bool { return state(a) == On })
	runs := func(a *analysis.Analyzer) bool {
		return state(a) == On || state(a) == Unset && (!only || judges(a))
	}
	var out []*analysis.Analyzer
	for _, a := range suite {
		if !runs(a) {
			continue
		}
		if judges(a) {
			restricted := *a
			restricted.Requires = slices.DeleteFunc(slices.Clone(a.Requires), func(r *analysis.Analyzer) bool {
				return slices.Contains(suite, r) && !runs(r)
			})
			a = &restricted
		}
		out = append(out, a)
	}
	return out
}

// Apply sets what the configuration says, and returns the analyzers that run.
// It is for hosts without flags of their own. Options are settings of the
// process, since the flags of analyzers are.
func (c *Config) Apply(suite []*analysis.Analyzer) ([]*analysis.Analyzer, error) {
	for _, o := range c.Options {
		i := slices.IndexFunc(suite, func(a *analysis.Analyzer) bool { return a.Name == o.Analyzer })
		if err := suite[i].Flags.Set(o.Name, o.Value); err != nil {
			return nil, fmt.Errorf("%s: %w", o.At, err)
		}
	}
	return Select(suite, func(a *analysis.Analyzer) State {
		if s, ok := c.Analyzers[a.Name]; ok && !s.On {
			return Off
		}
		return Unset
	}), nil
}
