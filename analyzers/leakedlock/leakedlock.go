// Package leakedlock reports locks that a function can leave held and in nobody's
// hands.
package leakedlock

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/lease"
)

// Analyzer reports leaked locks.
var Analyzer = &analysis.Analyzer{
	Name:     "leakedlock",
	Doc:      "report ways out of a function that leave a lock held\n\n" + Doc.Text,
	URL:      "https://github.com/leasevet/leasevet/blob/main/docs/leakedlock.md",
	Requires: []*analysis.Analyzer{lease.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	m, _ := pass.ResultOf[lease.Analyzer].(*lease.Model)
	if m == nil {
		return nil, nil
	}
	for _, l := range m.LeakedLocks() {
		line := pass.Fset.Position(l.Exit.Pos()).Line
		pass.Report(analysis.Diagnostic{
			Pos:     l.Lock.Pos(),
			Message: message(l, line),
			Related: []analysis.RelatedInformation{{Pos: l.Exit.Pos(), Message: "the lock is still held here"}},
		})
	}
	return nil, nil
}

func message(l lease.LeakedLock, line int) string {
	lock := "the lock"
	if n := l.Lock.LockName(); n != "" {
		lock = "lock " + n
	}
	how := map[lease.ExitKind]string{
		lease.Returned:  "the return in line %d leaves it held",
		lease.Panicked:  "the panic in line %d leaves it held",
		lease.Continued: "the round that ends in line %d leaves it held",
		lease.Abandoned: "the return in line %d leaves those of earlier rounds held",
	}[l.Kind]
	return fmt.Sprintf("%s is not released on every way out: %s, until it expires if it ever does", lock, fmt.Sprintf(how, line))
}
