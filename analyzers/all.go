// Package analyzers is the suite.
package analyzers

import (
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// All returns the analyzers of the suite. (Stub until the first one is here.)
func All() []*analysis.Analyzer {
	return []*analysis.Analyzer{{
		Name: "nothing",
		Doc:  "nothing reports nothing",
		Run:  func(*analysis.Pass) (any, error) { return nil, nil },
	}}
}

// Doc is the structured documentation of an analyzer, or nil.
func Doc(name string) *lint.RawDocumentation { return nil }
