// Package unfencedwrite reports writes inside a lock section that nothing at the
// storage refuses when they arrive late.
package unfencedwrite

import (
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/directive"
	"github.com/leasevet/leasevet/internal/lease"
	"github.com/leasevet/leasevet/internal/schedule"
)

// Analyzer reports unfenced writes.
var Analyzer = newAnalyzer()

// all is the option -unfencedwrite.all.
var all bool

// newAnalyzer registers the option without an init function, which the hosts
// that link analyzers in do not like.
func newAnalyzer() *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:     "unfencedwrite",
		Doc:      "report writes under a lease that nothing refuses when they are late\n\n" + Doc.Text,
		URL:      "https://github.com/leasevet/leasevet/blob/main/docs/unfencedwrite.md",
		Requires: []*analysis.Analyzer{lease.Analyzer},
		Run:      run,
	}
	a.Flags.BoolVar(&all, "all", false, "also report appends, deletes, cache fills and counters")
	return directive.Suppressible(a)
}

func run(pass *analysis.Pass) (any, error) {
	m, _ := pass.ResultOf[lease.Analyzer].(*lease.Model)
	if m == nil {
		return nil, nil
	}
	reported := map[token.Pos]bool{}
	stories := schedule.Stories{}
	used := directive.Uses(slices.Clone(m.EfficiencyUsed()))
	for _, s := range m.Sections() {
		d, efficiency := m.Efficiency(s.Lock)
		if d != nil {
			used = append(used, d)
		}
		if efficiency || !m.LockEvidence(s.Lock) {
			continue
		}
		for _, w := range s.Writes {
			if reported[w.Pos()] || !unfenced(m, s, w) {
				continue
			}
			reported[w.Pos()] = true
			d := analysis.Diagnostic{Pos: w.Pos(), Message: message(s.Lock, w)}
			if s.Lock.Pos().IsValid() {
				d.Related = []analysis.RelatedInformation{{Pos: s.Lock.Pos(), Message: "the lock is acquired here"}}
			}
			for _, p := range w.Trail() {
				d.Related = append(d.Related, analysis.RelatedInformation{Pos: p, Message: "the write is made here"})
			}
			stories.Add(d, lateWrite(s.Lock, w))
			pass.Report(d)
		}
	}
	for _, w := range m.ComparedInApp() {
		if !reported[w.Pos()] {
			reported[w.Pos()] = true
			d := analysis.Diagnostic{Pos: w.Pos(), Message: fmt.Sprintf(
				"%s does not compare %s, which was read and compared before in Go: a write in between is lost", w.API, w.Column)}
			stories.Add(d, comparedInGo(w, w.Column))
			pass.Report(d)
		}
	}
	for _, w := range m.WatchedDirect() {
		if !reported[w.Pos()] {
			reported[w.Pos()] = true
			op, what := w.API, "the record"
			if n := w.LockName(); n != "" {
				op, what = op+" of "+n, n
			}
			d := analysis.Diagnostic{Pos: w.Pos(), Message: op +
				" is sent beside the MULTI of its WATCH: no EXEC refuses it when the key has changed since it was read"}
			stories.Add(d, comparedInGo(w, what))
			pass.Report(d)
		}
	}
	return directive.Told{Uses: used, Stories: stories}, nil
}

// maxDepth is how many calls away a write may be made. Farther away it is part
// of something larger than what the lock is about, and nobody will find it.
const maxDepth = 3

// unfenced decides which writes of a section are reported.
func unfenced(m *lease.Model, s *lease.Section, w *lease.Op) bool {
	switch {
	case w.Kind != lease.Write, w.Depth > maxDepth, m.OnLockRecord(s.Lock, w):
		return false // the lock's own record is unconditionalrelease's business
	case m.InLockTransaction(s.Lock, w):
		return false
	}
	switch w.Guard {
	case lease.Unguarded:
		return true
	case lease.CacheFill:
		// A key with a TTL that was read in the section is state, no cache.
		return all || m.ReadInSection(s, w)
	case lease.InsertOnly, lease.Deletes, lease.Metric:
		return all
	}
	return false
}

func message(lock, w *lease.Op) string {
	op := w.API
	if n := w.LockName(); n != "" {
		op += " of " + n
	}
	if w.Depth > 0 && w.Via != "" {
		op += " in " + w.Via
	}
	under := "under a lease"
	if n := lock.LockName(); n != "" {
		under = "under lock " + n
	} else if p := lock.Place(); p != "" {
		under = "under a lock in " + p
	}
	return fmt.Sprintf("%s %s compares no fencing token: if the lease has expired this overwrites a newer holder's data", op, under)
}
