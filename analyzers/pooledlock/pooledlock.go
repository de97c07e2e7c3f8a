// Package pooledlock reports locks of a database session that are taken or
// released through a pool of connections.
package pooledlock

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/directive"
	"github.com/leasevet/leasevet/internal/lease"
	"github.com/leasevet/leasevet/internal/schedule"
)

// Analyzer reports session locks on pools.
var Analyzer = directive.Suppressible(&analysis.Analyzer{
	Name:     "pooledlock",
	Doc:      "report session locks that are taken or released through a connection pool\n\n" + Doc.Text,
	URL:      "https://github.com/leasevet/leasevet/blob/main/docs/pooledlock.md",
	Requires: []*analysis.Analyzer{lease.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	m, _ := pass.ResultOf[lease.Analyzer].(*lease.Model)
	if m == nil {
		return nil, nil
	}
	stories := schedule.Stories{}
	statements := m.SessionStatements()
	for _, s := range statements {
		if msg := message(s, statements); msg != "" {
			d := analysis.Diagnostic{Pos: s.Op.Pos(), Message: msg}
			stories.Add(d, pooled(s))
			pass.Report(d)
		}
	}
	for _, r := range m.ReturnedHeld() {
		d := analysis.Diagnostic{
			Pos:     r.At.Pos(),
			Message: fmt.Sprintf("this returns the connection to its pool with the lock of %s still held: it stays with whoever gets the connection next", r.Lock.API),
			Related: []analysis.RelatedInformation{{Pos: r.Lock.Pos(), Message: "the lock is taken here"}},
		}
		stories.Add(d, returned(r))
		pass.Report(d)
	}
	return directive.Told{Stories: stories}, nil
}

// message is what is wrong with one statement, "" when nothing is.
func message(s *lease.SessionStatement, all []*lease.SessionStatement) string {
	switch {
	case s.On == catalog.PoolHandle && s.Single:
		return ""
	case s.On == catalog.PoolHandle && s.Xact:
		if !s.Alone {
			return "" // a condition of a statement that does its work under it
		}
		return fmt.Sprintf("%s through a connection pool is a transaction of its own: the lock ends with the statement", s.Op.API)
	case s.On == catalog.PoolHandle && s.Op.Kind == lease.Acquire:
		return fmt.Sprintf("%s through a connection pool: the lock stays with whichever connection ran it, and work and unlock may run on others", s.Op.API)
	case s.On == catalog.PoolHandle:
		dropped := ""
		if s.Dropped {
			dropped = ", and its answer, which would say so, is dropped"
		}
		return fmt.Sprintf("%s through a connection pool may run on a connection that does not hold the lock%s: the lock then stays held", s.Op.API, dropped)
	case s.On == catalog.TxHandle && s.Postgres && !s.Xact && inTransactionsOnly(all):
		if s.Op.Kind == lease.Acquire {
			return fmt.Sprintf("%s inside a transaction outlives it: when the transaction aborts its unlock is refused and the pooled connection keeps the lock (use pg_advisory_xact_lock)", s.Op.API)
		}
		return fmt.Sprintf("%s inside a transaction is refused once the transaction has aborted: the pooled connection then keeps the lock", s.Op.API)
	}
	return ""
}

// inTransactionsOnly reports whether no statement of the package uses a pinned
// connection: where one does, a transaction of that connection may be meant.
func inTransactionsOnly(all []*lease.SessionStatement) bool {
	for _, s := range all {
		if s.On == catalog.ConnHandle && !s.Xact {
			return false
		}
	}
	return true
}
