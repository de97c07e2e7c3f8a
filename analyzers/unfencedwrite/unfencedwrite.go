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
	for _, f := range find(m) {
		reported[f.write.Pos()] = true
		d := f.diagnostic(m)
		stories.Add(d, lateWrite(f.lock, f.write))
		pass.Report(d)
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
	for _, w := range m.ClaimSaves() {
		if !reported[w.Pos()] {
			reported[w.Pos()] = true
			d := analysis.Diagnostic{Pos: w.Pos(), Message: fmt.Sprintf(
				"%s stores %s without comparing it: if the claim has expired and was taken over, this overwrites the newer claim", w.API, w.Column)}
			stories.Add(d, staleSave(w))
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
	// The directives that silence a section are used, whether or not it has writes.
	used := directive.Uses(slices.Clone(m.EfficiencyUsed()))
	return directive.Told{Uses: used, Stories: stories}, nil
}

// A finding is what stands at one place: a call inside a section may lead to
// several writes, and one place may be in several sections.
type finding struct {
	lock  *lease.Op
	write *lease.Op   // the nearest of them
	all   []*lease.Op // in the section of lock
}

// find lists the findings in the order of the sections.
func find(m *lease.Model) []*finding {
	var out []*finding
	at := map[token.Pos]*finding{}
	for _, s := range m.Sections() {
		for _, w := range s.Writes {
			if !unfenced(m, s, w) {
				continue
			}
			f := at[w.Pos()]
			switch {
			case f == nil:
				f = &finding{lock: s.Lock, write: w}
				at[w.Pos()] = f
				out = append(out, f)
			case f.lock != s.Lock && inner(f.lock, s.Lock, w):
				*f = finding{lock: s.Lock, write: w}
			case f.lock != s.Lock:
				continue
			}
			if w.Away() < f.write.Away() {
				f.write = w
			}
			f.all = append(f.all, w)
		}
	}
	return out
}

// inner reports whether lock b is taken after lock a: it is the one that is meant
// to protect what is written.
func inner(a, b, w *lease.Op) bool {
	return a.Fn() == b.Fn() && a.Pos() < b.Pos() && b.Pos() < w.Pos()
}

// maxDepth is how many calls away a write may be made. Farther away it is part
// of something larger than what the lock is about, and nobody will find it.
const maxDepth = 3

// unfenced decides which writes of a section are reported.
func unfenced(m *lease.Model, s *lease.Section, w *lease.Op) bool {
	switch {
	case w.Kind != lease.Write, w.Away() > maxDepth, m.OnLockRecord(s.Lock, w):
		return false // the lock's own record is unconditionalrelease's business
	case m.InLockTransaction(s.Lock, w):
		return false
	case w.CoveredBelow():
		return false // a callee takes a lock of its own for it, and is told
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

// maxRelated bounds the places that a finding names besides its own.
const maxRelated = 6

func (f *finding) diagnostic(m *lease.Model) analysis.Diagnostic {
	d := analysis.Diagnostic{Pos: f.write.Pos(), Message: message(f.lock, f.write)}
	if f.lock.Pos().IsValid() {
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: f.lock.Pos(), Message: "the lock is acquired here"})
	}
	seen := map[token.Pos]bool{f.write.Pos(): true}
	for _, w := range append([]*lease.Op{f.write}, f.all...) {
		trail := m.Trail(w)
		for i, p := range trail {
			if seen[p] || len(d.Related) == maxRelated {
				continue
			}
			seen[p] = true
			step := "by way of this call"
			if i == len(trail)-1 {
				step = "the write is made here"
			}
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: p, Message: step})
		}
	}
	return d
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
	gone := "the lease has expired"
	if lock.Session {
		gone = "the connection that holds the lock has broken"
	}
	if w.House {
		// What the store compares is out of sight; what it is given is not.
		return fmt.Sprintf("%s %s is given no fencing token to compare: if %s this overwrites a newer holder's data", op, under, gone)
	}
	return fmt.Sprintf("%s %s compares no fencing token: if %s this overwrites a newer holder's data", op, under, gone)
}
