// Package leakedlock reports locks that a function can leave held and in nobody's
// hands.
package leakedlock

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/directive"
	"github.com/leasevet/leasevet/internal/lease"
	"github.com/leasevet/leasevet/internal/schedule"
)

// Analyzer reports leaked locks.
var Analyzer = directive.Suppressible(&analysis.Analyzer{
	Name:     "leakedlock",
	Doc:      "report ways out of a function that leave a lock held\n\n" + Doc.Text,
	URL:      "https://github.com/leasevet/leasevet/blob/main/docs/leakedlock.md",
	Requires: []*analysis.Analyzer{lease.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	m, _ := pass.ResultOf[lease.Analyzer].(*lease.Model)
	if m == nil {
		return nil, nil
	}
	stories := schedule.Stories{}
	for _, l := range m.LeakedLocks() {
		d := analysis.Diagnostic{
			Pos:     l.Lock.Pos(),
			Message: message(l, pass.Fset.Position(l.Exit).Line),
			Related: []analysis.RelatedInformation{{Pos: l.Exit, Message: "the lock is still held here"}},
		}
		stories.Add(d, story(l))
		pass.Report(d)
	}
	return directive.Told{Stories: stories}, nil
}

// exits say how the lock is left behind, with the line of the exit.
var exits = map[lease.ExitKind]string{
	lease.Returned:  "the return in line %d leaves it held",
	lease.Panicked:  "the panic in line %d leaves it held",
	lease.Continued: "the round of the loop that ends in line %d leaves it held",
	lease.Abandoned: "the return in line %d keeps those of the rounds before",
}

func message(l lease.LeakedLock, line int) string {
	return fmt.Sprintf("%s is not released on every way out: %s, and nobody gets it before it expires, if it ever does",
		lock(l), fmt.Sprintf(exits[l.Kind], line))
}

func lock(l lease.LeakedLock) string {
	if n := l.Lock.LockName(); n != "" {
		return "lock " + n
	}
	return "the lock"
}

func story(l lease.LeakedLock) schedule.Schedule {
	return schedule.Schedule{
		{Who: schedule.A, Does: "acquires " + lock(l), Change: schedule.Taken, Pos: l.Lock.Pos()},
		{Who: schedule.A, Does: "leaves without a release, and has no way to release later", Pos: l.Exit},
		{Who: schedule.B, Does: "is refused " + lock(l) + ", although nobody works under it", Harm: true},
	}
}
