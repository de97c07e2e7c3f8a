// Package leasettl reports leases that never end, or end before their time.
package leasettl

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/directive"
	"github.com/leasevet/leasevet/internal/lease"
	"github.com/leasevet/leasevet/internal/schedule"
)

// Analyzer reports lock records without a TTL and TTLs that do not fit.
var Analyzer = directive.Suppressible(&analysis.Analyzer{
	Name:     "leasettl",
	Doc:      "report leases that never end, or end before their time\n\n" + Doc.Text,
	URL:      "https://github.com/leasevet/leasevet/blob/main/docs/leasettl.md",
	Requires: []*analysis.Analyzer{lease.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	m, _ := pass.ResultOf[lease.Analyzer].(*lease.Model)
	if m == nil {
		return nil, nil
	}
	stories := schedule.Stories{}
	for _, l := range m.Lifetimes() {
		d := analysis.Diagnostic{Pos: l.Pos, Message: lifetime(l)}
		if l.Expire != nil && l.Expire.Pos() != l.Op.Pos() {
			d.Related = []analysis.RelatedInformation{{Pos: l.Expire.Pos(), Message: "the TTL is set here"}}
		}
		stories.Add(d, crash(l))
		pass.Report(d)
	}
	for _, i := range m.Intervals() {
		d := analysis.Diagnostic{Pos: i.Pos, Message: interval(i)}
		if p := i.Renewal.Pos(); p.IsValid() {
			d.Related = []analysis.RelatedInformation{{Pos: p, Message: "the renewal"}}
		}
		stories.Add(d, gap(i))
		pass.Report(d)
	}
	for _, o := range m.Outlived() {
		d := analysis.Diagnostic{Pos: o.Op.Pos(), Message: outlived(o)}
		if o.Pos.IsValid() {
			d.Related = []analysis.RelatedInformation{{Pos: o.Pos, Message: "the time that the work is given"}}
		}
		stories.Add(d, overtaken(o))
		pass.Report(d)
	}
	return directive.Told{Stories: stories}, nil
}

// named is the operation and the lock that it is about. A statement has named
// its table.
func named(o *lease.Op) string {
	s := o.API
	if o.Depth > 0 && o.Via != "" {
		s += " in " + o.Via
	}
	name := o.LockName()
	switch {
	case o.Place() != "":
		return s
	case name == "":
		return s + " of the lock"
	case name == "key":
		return s + " of the lock key"
	case o.Key == nil:
		return s + " of lock " + name
	}
	return s + " of lock key " + name
}

func lifetime(l lease.Lifetime) string {
	switch l.Fault {
	case lease.TTLApart:
		return fmt.Sprintf("%s and the %s that gives it a TTL are two requests: a crash between them leaves the lock held for ever", named(l.Op), l.Expire.API)
	case lease.WrongUnit:
		given := "a TTL in " + l.Counts
		if l.Number != "" {
			given = "the TTL " + l.Number + ", as if in " + l.Counts + ","
		}
		return fmt.Sprintf("%s is given %s where %s are counted: %s", named(l.Op), given, l.Wants, wrong(l))
	}
	return named(l.Op) + " sets no TTL: when its holder crashes the lock is held for ever"
}

// wrong is what becomes of a lease whose TTL is counted in another unit.
func wrong(l lease.Lifetime) string {
	if tooShort(l) {
		return "the lease ends almost at once"
	}
	return "a crashed holder keeps the lock far longer than was meant"
}

// tooShort reports whether a number of large units is read as small ones.
func tooShort(l lease.Lifetime) bool { return size[l.Counts] > size[l.Wants] }

var size = map[string]int{"nanoseconds": 1, "microseconds": 2, "milliseconds": 3, "seconds": 4}

func interval(i lease.Interval) string {
	every, ttl := "the pause between renewals", "the TTL"
	if i.Every > 0 && i.TTL > 0 {
		every, ttl = "a renewal every "+schedule.Short(i.Every), "the "+schedule.Short(i.TTL)+" TTL"
	}
	if i.Late {
		return fmt.Sprintf("%s is not below %s of %s: the lease ends between two renewals while its holder works on", every, ttl, named(i.Renewal))
	}
	return fmt.Sprintf("%s is more than half of %s of %s: one renewal that fails is enough to lose the lease", every, ttl, named(i.Renewal))
}

func outlived(o lease.Outlived) string {
	ttl := "a TTL of " + schedule.Short(o.TTL)
	if o.Default {
		ttl = "the library's TTL of " + schedule.Short(o.TTL)
	}
	return fmt.Sprintf("%s takes it for %s, nothing renews it, and its work is given %s: another holder can start while it works", named(o.Op), ttl, schedule.Short(o.Work))
}
