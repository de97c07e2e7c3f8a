package unconditionalrelease

import (
	"github.com/leasevet/leasevet/internal/lease"
	"github.com/leasevet/leasevet/internal/schedule"
)

// story is how a release or renewal that compares nothing ends another holder's
// lock, or keeps it.
func story(s lease.Suspect) schedule.Schedule {
	lock := schedule.Lock{Name: s.Op.LockName()}
	if s.Lock != nil {
		lock.Pos = s.Lock.Pos()
		if s.Lock.TTL.Known {
			lock.TTL = s.Lock.TTL.Dur
		}
	}
	steps := lock.Lost()
	wakes := "wakes up and sends " + s.Op.API + ", which compares no owner"
	if s.CheckedInGo {
		// What A read was true when it read it.
		steps = schedule.Schedule{
			steps[0],
			{Who: schedule.A, Does: "reads the record: the owner is A"},
			steps[1], steps[2], steps[3],
		}
		wakes = "wakes up, trusts what it read, and sends " + s.Op.API
	}
	if s.Op.Kind == lease.Extend || s.Op.Kind == lease.Write {
		return append(steps,
			schedule.Step{Who: schedule.A, Does: wakes, Pos: s.Op.Pos()},
			schedule.Step{Does: "the record of B has a new TTL, and A takes it for its own: A and B both work", Harm: true})
	}
	return append(steps,
		schedule.Step{Who: schedule.A, Does: wakes, Change: schedule.Deleted, Pos: s.Op.Pos()},
		schedule.Step{Does: "the lock of B is gone while B works: whoever comes next takes it, and both work", Harm: true})
}
