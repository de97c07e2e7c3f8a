package pooledlock

import (
	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/lease"
	"github.com/leasevet/leasevet/internal/schedule"
)

// pooled is what becomes of a session lock on a handle that is no session.
func pooled(s *lease.SessionStatement) schedule.Schedule {
	switch {
	case s.Xact:
		return schedule.Schedule{
			{Who: schedule.A, Does: "runs " + s.Op.API + ", a transaction of its own", Change: schedule.Taken, Pos: s.Op.Pos()},
			{Does: "the statement ends, its transaction ends, the lock ends", Change: schedule.Deleted},
			{Who: schedule.B, Does: "acquires the lock, while A works", Harm: true},
		}
	case s.On == catalog.TxHandle:
		out := schedule.Schedule{
			{Who: schedule.A, Does: "locks in a transaction, for the session that the pool lent it", Change: schedule.Taken},
			{Does: "a statement of the transaction fails: the rest of it is refused, the unlock too"},
			{Does: "the connection goes back to the pool with the lock"},
			{Who: schedule.B, Does: "waits for a lock that nobody will release", Harm: true},
		}
		at := 0
		if s.Op.Kind == lease.End {
			at = 1
		}
		out[at].Pos = s.Op.Pos()
		return out
	}
	out := schedule.Schedule{
		{Who: schedule.A, Does: "locks through the pool, which lends connection 1", Change: schedule.Taken},
		{Does: "connection 1 goes back to the pool, and its session keeps the lock"},
		{Who: schedule.A, Does: "unlocks through the pool, which lends connection 2: nothing is released"},
		{Who: schedule.B, Does: "waits for a lock that nobody will release", Harm: true},
	}
	at := 0
	if s.Op.Kind == lease.End {
		at = 2
	}
	out[at].Pos = s.Op.Pos()
	return out
}

// returned is what becomes of a lock on a connection that was given back.
func returned(r lease.ReturnedHeld) schedule.Schedule {
	return schedule.Schedule{
		{Who: schedule.A, Does: "locks on a connection of its own", Change: schedule.Taken, Pos: r.Lock.Pos()},
		{Who: schedule.A, Does: "gives the connection back to the pool without an unlock", Pos: r.At.Pos()},
		{Does: "the session lives on in the pool, and so does its lock"},
		{Who: schedule.B, Does: "waits for a lock that nobody will release", Harm: true},
	}
}
