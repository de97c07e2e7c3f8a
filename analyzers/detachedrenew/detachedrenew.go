// Package detachedrenew reports renewals whose life is not tied to the work that
// they protect.
package detachedrenew

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/directive"
	"github.com/leasevet/leasevet/internal/lease"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/schedule"
)

// Analyzer reports detached renewals.
var Analyzer = directive.Suppressible(&analysis.Analyzer{
	Name:     "detachedrenew",
	Doc:      "report renewals of a lease that outlive their caller\n\n" + Doc.Text,
	URL:      "https://github.com/leasevet/leasevet/blob/main/docs/detachedrenew.md",
	Requires: []*analysis.Analyzer{lease.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	m, _ := pass.ResultOf[lease.Analyzer].(*lease.Model)
	if m == nil {
		return nil, nil
	}
	stories := schedule.Stories{}
	for _, r := range m.Renewals() {
		if r.Detached() {
			d := analysis.Diagnostic{Pos: r.Pos, Message: message(r)}
			d.SuggestedFixes = fix(pass, r)
			stories.Add(d, story(r))
			pass.Report(d)
		}
	}
	return directive.Told{Stories: stories}, nil
}

func message(r *lease.Renewal) string {
	what := "renewal by " + r.API
	if n := r.Key.Name(); n != "" && r.Key.Type != "table" { // a statement names its table
		what += " of " + n
	}
	if r.Library {
		what = r.API
	}
	if r.Via != "" {
		what += ", started by " + r.Via + ","
	}
	if r.Leaks {
		return what + " renews until it is closed, and a way out of this function does not close it: the lease lives on when its holder has gone"
	}
	if tick := r.Loop.Stuck(); tick != "" && r.Tie == lease.Loose {
		return what + " waits for ticker " + tick + ", which is stopped and whose channel is never closed: its goroutine waits for ever, one more for each lock"
	}
	on := " is bound to no context"
	if r.Ctx != nil {
		switch root, detached := origin.Root(r.Ctx); {
		case detached:
			on = " runs on " + root.String()
		case root != nil && root.Kind == origin.Field:
			on = " runs on " + root.Name() + ", which knows no caller,"
		}
	}
	if r.Caller != nil {
		return fmt.Sprintf("%s%s and not on the caller's %s: the lease lives on when the caller has gone", what, on, r.Caller.String())
	}
	return fmt.Sprintf("%s%s and nothing stops it: the lease lives on when its holder has gone", what, on)
}
