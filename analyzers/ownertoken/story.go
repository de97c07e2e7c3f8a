package ownertoken

import (
	"github.com/leasevet/leasevet/internal/lease"
	"github.com/leasevet/leasevet/internal/schedule"
)

// same is how a release that compares ends another holder's lock, because both
// have the same to compare.
func same(w lease.WeakToken) schedule.Schedule {
	lock := schedule.Lock{Name: w.Name(), Pos: w.Op.Pos()}
	if w.Op.TTL.Known {
		lock.TTL = w.Op.TTL.Dur
	}
	return append(lock.Lost(),
		schedule.Step{Who: schedule.A, Does: "wakes up and releases: its token is the one that is stored, since B has the same", Change: schedule.Deleted},
		schedule.Step{Does: "the lock of B is gone while B works: whoever comes next takes it, and both work", Harm: true})
}

// disorder is how an older holder's write passes for a newer one's.
func disorder(o lease.Ordering) schedule.Schedule {
	steps := schedule.Lock{}.Lost()
	steps[0].Does += ", with a number"
	steps[3].Does += ", with a smaller number: it was not counted where the lock is kept"
	if o.Random {
		steps[0].Does, steps[3].Does = "acquires the lock, with a random token", "acquires the lock, with a random token that happens to be smaller"
	}
	return append(steps,
		schedule.Step{Who: schedule.B, Does: "writes"},
		schedule.Step{Who: schedule.A, Does: "wakes up and sends " + o.Op.API + ": its token is the greater one, and the storage takes it for newer", Pos: o.Op.Pos()},
		schedule.Step{Does: "the data of A has replaced that of B", Harm: true})
}
