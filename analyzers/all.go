// Package analyzers is the suite: every public analyzer and its documentation.
package analyzers

import (
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"

	"github.com/leasevet/leasevet/analyzers/detachedrenew"
	"github.com/leasevet/leasevet/analyzers/ignoredacquire"
	"github.com/leasevet/leasevet/analyzers/ignoredrowcount"
	"github.com/leasevet/leasevet/analyzers/leakedlock"
	"github.com/leasevet/leasevet/analyzers/leasettl"
	"github.com/leasevet/leasevet/analyzers/leasevetdirective"
	"github.com/leasevet/leasevet/analyzers/lostlease"
	"github.com/leasevet/leasevet/analyzers/ownertoken"
	"github.com/leasevet/leasevet/analyzers/pooledlock"
	"github.com/leasevet/leasevet/analyzers/unconditionalrelease"
	"github.com/leasevet/leasevet/analyzers/unfencedwrite"
)

// suite lists the analyzers in the order in which documentation names them.
var suite = []struct {
	analyzer *analysis.Analyzer
	doc      *lint.RawDocumentation
}{
	{unconditionalrelease.Analyzer, unconditionalrelease.Doc},
	{unfencedwrite.Analyzer, unfencedwrite.Doc},
	{ignoredrowcount.Analyzer, ignoredrowcount.Doc},
	{detachedrenew.Analyzer, detachedrenew.Doc},
	{lostlease.Analyzer, lostlease.Doc},
	{leasettl.Analyzer, leasettl.Doc},
	{ownertoken.Analyzer, ownertoken.Doc},
	{ignoredacquire.Analyzer, ignoredacquire.Doc},
	{leakedlock.Analyzer, leakedlock.Doc},
	{pooledlock.Analyzer, pooledlock.Doc},
	{leasevetdirective.Analyzer, leasevetdirective.Doc},
}

// All returns the analyzers of the suite.
func All() []*analysis.Analyzer {
	out := make([]*analysis.Analyzer, len(suite))
	for i, s := range suite {
		out[i] = s.analyzer
	}
	return out
}

// Doc is the structured documentation of an analyzer, or nil for a name that
// is none of the suite's.
func Doc(name string) *lint.RawDocumentation {
	for _, s := range suite {
		if s.analyzer.Name == name {
			return s.doc
		}
	}
	return nil
}
