// Package ignoredacquire reports work that runs although the lock for it was
// refused.
package ignoredacquire

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/lease"
)

// Analyzer reports ignored answers of acquires.
var Analyzer = &analysis.Analyzer{
	Name:     "ignoredacquire",
	Doc:      "report work that runs although the lock was refused\n\n" + Doc.Text,
	URL:      "https://github.com/leasevet/leasevet/blob/main/docs/ignoredacquire.md",
	Requires: []*analysis.Analyzer{lease.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	m, _ := pass.ResultOf[lease.Analyzer].(*lease.Model)
	if m == nil {
		return nil, nil
	}
	for _, i := range m.IgnoredAcquires() {
		d := analysis.Diagnostic{Pos: i.Pos(), Message: message(i)}
		if i.Work != nil {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: i.Work.Pos(), Message: "this runs although the lock was refused"})
			if i.Release != nil {
				d.Related = append(d.Related, analysis.RelatedInformation{Pos: i.Release.Pos(), Message: "and this releases a lock that may be another holder's"})
			}
		} else {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: i.Lock.Pos(), Message: "the acquire that may be refused"})
		}
		pass.Report(d)
	}
	return nil, nil
}

func message(i lease.IgnoredAcquire) string {
	lock := "the lock"
	if n := i.Lock.LockName(); n != "" {
		lock = "lock " + n
	}
	api := i.Lock.API
	if i.Lock.Depth > 0 && i.Lock.Via != "" {
		api = i.Lock.Via
	}
	when := "when somebody else holds it"
	if i.Failed {
		when = "when it fails"
	}
	switch {
	case i.Inverted:
		return fmt.Sprintf("%s of %s is tested the wrong way round: the work and the release run only %s", api, lock, when)
	case i.Work == nil:
		return fmt.Sprintf("the release of %s also runs when %s has not acquired it: this ends another holder's lock", lock, api)
	}
	return fmt.Sprintf("%s of %s does not decide what follows: %s the work runs without the lock", api, lock, when)
}
