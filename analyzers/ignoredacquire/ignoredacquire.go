// Package ignoredacquire reports work that runs although the lock for it was
// refused.
package ignoredacquire

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/directive"
	"github.com/leasevet/leasevet/internal/lease"
	"github.com/leasevet/leasevet/internal/schedule"
)

// Analyzer reports ignored answers of acquires.
var Analyzer = directive.Suppressible(&analysis.Analyzer{
	Name:     "ignoredacquire",
	Doc:      "report work that runs although the lock was refused\n\n" + Doc.Text,
	URL:      "https://github.com/leasevet/leasevet/blob/main/docs/ignoredacquire.md",
	Requires: []*analysis.Analyzer{lease.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	m, _ := pass.ResultOf[lease.Analyzer].(*lease.Model)
	if m == nil {
		return nil, nil
	}
	stories := schedule.Stories{}
	for _, i := range m.IgnoredAcquires() {
		d := analysis.Diagnostic{Pos: i.Pos(), Message: message(i)}
		released := func(p token.Pos) {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: p, Message: "this release runs although nothing was acquired"})
		}
		switch {
		case i.Unasked:
		case i.Unmade:
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: i.Made, Message: "the lock object is made here, or not"})
		case i.Work != nil:
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: i.Work.Pos(), Message: "this runs although the lock was refused"})
			if i.Release != nil {
				released(i.Release.Pos())
			}
		default:
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: i.Lock.Pos(), Message: "the acquire that may be refused"})
		}
		if i.Ended.IsValid() && i.Ended != i.Release.Pos() {
			released(i.Ended)
		}
		stories.Add(d, story(i))
		pass.Report(d)
	}
	return directive.Told{Stories: stories}, nil
}

func message(i lease.IgnoredAcquire) string {
	when := "when somebody else holds it"
	if i.Failed {
		when = "when it fails"
	}
	switch {
	case i.Unasked:
		return fmt.Sprintf("%s releases a lock that this function has not acquired, without comparing its owner: this ends another holder's lock", api(i))
	case i.Unmade:
		return fmt.Sprintf("%s runs although the lock object could not be made: the error is looked at and does not keep it from being used", api(i))
	case i.Inverted:
		return fmt.Sprintf("%s of %s is tested the wrong way round: work and release run only %s", api(i), lock(i), when)
	case i.Work == nil:
		return fmt.Sprintf("the release of %s also runs when %s has not acquired it: this ends another holder's lock", lock(i), api(i))
	}
	return fmt.Sprintf("%s of %s does not decide what follows: %s the work runs without the lock", api(i), lock(i), when)
}

func lock(i lease.IgnoredAcquire) string {
	if n := i.Lock.LockName(); n != "" {
		return "lock " + n
	}
	return "the lock"
}

// api is what the program calls: the function of its own where one wraps the request.
func api(i lease.IgnoredAcquire) string {
	if i.Lock.Depth > 0 && i.Lock.Via != "" {
		return i.Lock.Via
	}
	return i.Lock.API
}
