// Package lostlease reports lost signals that nobody acts on: the work goes on
// after its lease has gone.
package lostlease

import (
	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/directive"
	"github.com/leasevet/leasevet/internal/lease"
	"github.com/leasevet/leasevet/internal/schedule"
)

// Analyzer reports lost signals that nobody acts on.
var Analyzer = directive.Suppressible(&analysis.Analyzer{
	Name:     "lostlease",
	Doc:      "report lost leases that nobody who works under them is told of\n\n" + Doc.Text,
	URL:      "https://github.com/leasevet/leasevet/blob/main/docs/lostlease.md",
	Requires: []*analysis.Analyzer{lease.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	m, _ := pass.ResultOf[lease.Analyzer].(*lease.Model)
	if m == nil {
		return nil, nil
	}
	stories := schedule.Stories{}
	for _, l := range m.Losses() {
		d := analysis.Diagnostic{Pos: l.Pos, Message: message(l)}
		for _, n := range l.Notes {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: n.Pos, Message: n.Text})
		}
		stories.Add(d, story(l))
		pass.Report(d)
	}
	return directive.Told{Stories: stories}, nil
}

func message(l *lease.Loss) string {
	of := ""
	if l.Lock != "" {
		of = " of " + l.Lock
	}
	switch l.Kind {
	case lease.AnswerDropped:
		return "the answer of " + l.API + of + " is dropped: when the lease is lost, the work under it goes on"
	case lease.AnswerLogged:
		return "a failed " + l.API + of + " is only logged: when the lease is lost, the work under it goes on"
	case lease.RenewalEnds:
		return "the renewal by " + l.API + of + " ends when it fails, and tells nobody: the work goes on without the lease"
	case lease.ChannelDropped:
		return "the channel by which " + l.API + of + " tells of a loss is dropped: the work goes on without the lock"
	case lease.NilChannel:
		return l.API + of + " may return neither a channel nor an error, which means that the lock was not taken: the work then runs without it"
	case lease.ContextDropped:
		return "the context that " + l.API + of + " cancels on a loss is dropped: the work goes on without the lock"
	case lease.LeaderContext:
		return "OnStartedLeading drops its context and OnStoppedLeading stops nothing: the work goes on when another leads"
	case lease.SessionUnwatched:
		return "nobody watches the end of the session of " + l.API + ", under which the lock" + of + " is held: when the lease expires, the work goes on without the lock"
	case lease.LockUnwatched:
		return "nobody asks to be told when the heartbeat of " + l.API + of + " fails: the work goes on without the lock"
	case lease.KeepaliveUnwatched:
		return "nobody notices when the channel of " + l.API + of + " is closed: the lease has then expired, and the work under it goes on"
	}
	return ""
}
