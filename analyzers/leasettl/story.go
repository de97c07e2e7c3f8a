package leasettl

import (
	"github.com/leasevet/leasevet/internal/lease"
	"github.com/leasevet/leasevet/internal/schedule"
)

// crash is how a lock without an end stays with a holder that is gone, or one
// with a wrong end is lost at once.
func crash(l lease.Lifetime) schedule.Schedule {
	lock := schedule.Lock{Name: l.Op.LockName(), Pos: l.Op.Pos()}
	the := "the lock"
	if lock.Name != "" {
		the = "lock " + lock.Name
	}
	if l.Fault == lease.WrongUnit && tooShort(l) {
		return append(lock.Lost(), schedule.Step{Does: "A and B both work: the lease of A ended before A had begun", Harm: true})
	}
	dies := schedule.Step{Who: schedule.A, Does: "is killed, or its machine is: no deferred release runs"}
	if l.Fault == lease.TTLApart {
		dies.Does = "is killed before it sends " + l.Expire.API
	}
	return schedule.Schedule{
		{Who: schedule.A, Does: "acquires " + the + " by " + l.Op.API, Change: schedule.Taken, Pos: l.Op.Pos()},
		dies,
		{Who: schedule.B, Does: "tries to acquire " + the + ", again and again"},
		{Does: "the record of A has no end that comes: nobody gets the lock until a person deletes it", Harm: true},
	}
}

// gap is how a lease ends between two renewals.
func gap(i lease.Interval) schedule.Schedule {
	lock := schedule.Lock{Name: i.Renewal.LockName(), TTL: i.TTL}
	steps := lock.Lost()
	steps[1] = schedule.Step{Who: schedule.A, Does: "works, and waits for the time of the next renewal", Pos: i.Pos}
	if !i.Late {
		steps[1] = schedule.Step{Who: schedule.A, Does: "works; one renewal fails, and the next comes too late", Pos: i.Pos}
	}
	return append(steps, schedule.Step{Does: "A and B both work", Harm: true})
}

// overtaken is how a lock ends under work that has time left.
func overtaken(o lease.Outlived) schedule.Schedule {
	lock := schedule.Lock{Name: o.Op.LockName(), Pos: o.Op.Pos(), TTL: o.TTL}
	steps := lock.Lost()
	steps[1] = schedule.Step{Who: schedule.A, Does: "works, within the " + schedule.Short(o.Work) + " that it is given", Pos: o.Pos}
	return append(steps, schedule.Step{Does: "A and B both work", Harm: true})
}
