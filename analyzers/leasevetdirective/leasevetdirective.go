// Package leasevetdirective reports comments that speak to leasevet and have no
// effect, or no reason.
package leasevetdirective

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/analyzers/detachedrenew"
	"github.com/leasevet/leasevet/analyzers/ignoredacquire"
	"github.com/leasevet/leasevet/analyzers/ignoredrowcount"
	"github.com/leasevet/leasevet/analyzers/leakedlock"
	"github.com/leasevet/leasevet/analyzers/leasettl"
	"github.com/leasevet/leasevet/analyzers/lostlease"
	"github.com/leasevet/leasevet/analyzers/ownertoken"
	"github.com/leasevet/leasevet/analyzers/pooledlock"
	"github.com/leasevet/leasevet/analyzers/unconditionalrelease"
	"github.com/leasevet/leasevet/analyzers/unfencedwrite"
	"github.com/leasevet/leasevet/internal/declare"
	"github.com/leasevet/leasevet/internal/directive"
)

// Analyzer reports wrong and useless directives. It requires all the others,
// because only they know what a directive suppressed.
var Analyzer = New([]*analysis.Analyzer{
	unconditionalrelease.Analyzer,
	unfencedwrite.Analyzer,
	ignoredrowcount.Analyzer,
	detachedrenew.Analyzer,
	lostlease.Analyzer,
	leasettl.Analyzer,
	ownertoken.Analyzer,
	pooledlock.Analyzer,
	leakedlock.Analyzer,
	ignoredacquire.Analyzer,
})

// New makes the analyzer for a suite of analyzers that are suppressible. A copy
// of it may require fewer of them: those that it does not require did not run.
func New(suite []*analysis.Analyzer) *analysis.Analyzer {
	known := make([]string, len(suite))
	for i, a := range suite {
		known[i] = a.Name
	}
	return &analysis.Analyzer{
		Name:     "leasevetdirective",
		Doc:      "report comments for leasevet that have no effect or no reason\n\n" + Doc.Text,
		URL:      "https://github.com/leasevet/leasevet/blob/main/docs/leasevetdirective.md",
		Requires: slices.Concat([]*analysis.Analyzer{directive.Analyzer, declare.Analyzer}, suite),
		Run: func(pass *analysis.Pass) (any, error) {
			c := &checker{pass: pass, known: known, ran: make(map[string]*directive.Result)}
			for _, a := range pass.Analyzer.Requires {
				if r, ok := pass.ResultOf[a].(*directive.Result); ok {
					c.ran[a.Name] = r
				}
			}
			for _, d := range directive.Of(pass).List {
				c.check(d)
			}
			for _, f := range pass.ResultOf[declare.Analyzer].(*declare.Set).Faults {
				c.report(f.Directive, "%s declares nothing: %s", f.Directive.Text, f.Msg)
			}
			return nil, nil
		},
	}
}

type checker struct {
	pass  *analysis.Pass
	known []string
	ran   map[string]*directive.Result
}

// Unused is the category of findings on comments that suppress nothing in what
// this run has looked at.
const Unused = "unused"

func (c *checker) report(d *directive.Directive, format string, args ...any) {
	c.pass.Report(analysis.Diagnostic{Pos: d.Pos, End: d.End, Message: fmt.Sprintf(format, args...)})
}

func (c *checker) idle(d *directive.Directive, format string, args ...any) {
	c.pass.Report(analysis.Diagnostic{Pos: d.Pos, End: d.End, Category: Unused, Message: fmt.Sprintf(format, args...)})
}

func (c *checker) check(d *directive.Directive) {
	switch {
	case d.Fault == directive.Spaced:
		c.report(d, "%s is a comment like any other and has no effect: a directive has no space after the slashes", d.Text)
	case d.Word == directive.Efficiency:
		c.efficiency(d)
	case d.Word == directive.Ignore:
		c.ignore(d)
	case !d.Word.Declares():
		c.report(d, "%s is no directive of leasevet and has no effect: there are %s", d.Text, words())
	}
}

func words() string {
	var list []string
	for _, w := range directive.Words {
		list = append(list, string(w))
	}
	return strings.Join(list, ", ")
}

// efficiencyOf is the analyzer that //leasevet:efficiency silences.
const efficiencyOf = "unfencedwrite"

func (c *checker) efficiency(d *directive.Directive) {
	r := c.ran[efficiencyOf]
	switch {
	case d.Fault == directive.NoReason:
		c.report(d, "%s gives no reason and has no effect: say why the lock only saves work", d.Text)
	case r != nil && !r.Used[d]:
		c.idle(d, "%s silences nothing: no lock is acquired here", d.Text)
	}
}

func (c *checker) ignore(d *directive.Directive) {
	if d.Dialect != directive.Leasevet && !c.names(d) {
		return // another tool's business
	}
	switch d.Fault {
	case directive.NoNames:
		c.report(d, "%s names no analyzer and suppresses nothing: write %s NAME REASON", d.Text, d.Text)
		return
	case directive.BareReason:
		c.report(d, "%s suppresses nothing: golangci-lint takes all up to // for a linter's name", d.Text)
		return
	case directive.NoReason:
		if d.Dialect == directive.Nolint {
			c.report(d, "%s gives no reason: say why behind it, after //", d.Text)
		} else {
			c.report(d, "%s gives no reason and suppresses nothing: say why behind the name", d.Text)
			return
		}
	}
	if d.Dialect == directive.Leasevet {
		for _, name := range d.Names {
			if !c.knows(name) {
				c.report(d, "%s names %s, which is no analyzer of leasevet: there are %s", d.Text, name, strings.Join(c.known, ", "))
			}
		}
	}
	c.unused(d)
}

// names says whether d names leasevet or one of its analyzers, and not all
// there are.
func (c *checker) names(d *directive.Directive) bool { return slices.ContainsFunc(d.Names, c.knows) }

func (c *checker) knows(name string) bool {
	same := func(s string) bool { return strings.EqualFold(s, name) }
	return same(directive.All) || slices.ContainsFunc(c.known, same)
}

// unused reports the names in d that had no effect. What did not run could
// have had one.
func (c *checker) unused(d *directive.Directive) {
	if d.OfHost() {
		return
	}
	var idle []string
	busy := false
	for _, name := range c.known {
		r := c.ran[name]
		switch {
		case !d.Naming(name):
		case d.General() && (r == nil || r.Used[d]):
			return
		case d.General():
		case r == nil || r.Used[d]:
			busy = true
		default:
			idle = append(idle, name)
		}
	}
	switch {
	case d.General():
		c.idle(d, "%s suppresses nothing: no analyzer has a finding here", d.Text)
	case len(idle) > 0 && busy:
		c.idle(d, "%s suppresses nothing of %s: it has no finding here", d.Text, strings.Join(idle, ", "))
	case len(idle) > 0:
		c.idle(d, "%s suppresses nothing: %s has no finding here", d.Text, strings.Join(idle, ", "))
	}
}
