package lostlease

import (
	"github.com/leasevet/leasevet/internal/lease"
	"github.com/leasevet/leasevet/internal/schedule"
)

// story is how the work goes on under a lock that is another's by then.
func story(l *lease.Loss) schedule.Schedule {
	lock := schedule.Lock{Name: l.Lock}
	if l.Kind == lease.NilChannel {
		return schedule.Schedule{
			{Who: schedule.B, Does: "holds the lock", Change: schedule.Taken},
			{Who: schedule.A, Does: "gets neither a channel nor an error from " + l.API + ", and so no lock", Pos: l.Pos},
			{Does: "A and B both work", Harm: true},
		}
	}
	tells := l.API + " tells A that the lease is lost, and nobody who works hears of it"
	return append(lock.Lost(),
		schedule.Step{Does: tells, Pos: l.Pos},
		schedule.Step{Does: "A and B both work", Harm: true})
}
