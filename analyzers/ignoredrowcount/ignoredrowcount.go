// Package ignoredrowcount reports conditional writes whose outcome nobody looks
// at.
package ignoredrowcount

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/directive"
	"github.com/leasevet/leasevet/internal/lease"
	"github.com/leasevet/leasevet/internal/schedule"
)

// Analyzer reports ignored outcomes of conditional writes.
var Analyzer = directive.Suppressible(&analysis.Analyzer{
	Name:     "ignoredrowcount",
	Doc:      "report conditional writes whose outcome is not looked at\n\n" + Doc.Text,
	URL:      "https://github.com/leasevet/leasevet/blob/main/docs/ignoredrowcount.md",
	Requires: []*analysis.Analyzer{lease.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	m, _ := pass.ResultOf[lease.Analyzer].(*lease.Model)
	if m == nil {
		return nil, nil
	}
	stories := schedule.Stories{}
	for _, r := range m.Refusals() {
		d := analysis.Diagnostic{Pos: r.Pos(), Message: message(r)}
		if r.Follows != nil {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: r.Follows.Pos(), Message: "this relies on the write having been applied"})
		}
		if r.Write.IsValid() {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: r.Write, Message: "the write whose outcome is dropped"})
		}
		d.SuggestedFixes = fix(pass, r)
		stories.Add(d, story(r))
		pass.Report(d)
	}
	return directive.Told{Stories: stories}, nil
}

func message(r lease.Refusal) string {
	api := r.Op.API
	if !r.Op.Direct() {
		api += " in " + r.Op.Via
	}
	compares := "is conditional"
	switch {
	case r.Op.Column != "":
		compares = "compares " + r.Op.Column
	}
	ignored := "its outcome is dropped"
	if r.Raised {
		ignored = "its error, which is its outcome, is dropped"
	}
	if r.Use == lease.Logged {
		ignored = "its outcome is only logged"
	}
	harm := "a refused write looks like success"
	switch r.Op.Cond {
	case lease.CondClaim, lease.CondGuard:
		harm = "what follows runs although the write was refused"
	case lease.CondOwner:
		harm = "a lost claim looks like a held one"
	}
	return fmt.Sprintf("%s %s and %s: %s", api, compares, ignored, harm)
}
