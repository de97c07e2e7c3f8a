package unfencedwrite

import (
	"github.com/leasevet/leasevet/internal/lease"
	"github.com/leasevet/leasevet/internal/schedule"
)

// lateWrite is how a write that nothing refuses replaces what a newer holder has
// written.
func lateWrite(l, w *lease.Op) schedule.Schedule {
	lock := schedule.Lock{Name: l.LockName(), Pos: l.Pos()}
	if l.TTL.Known {
		lock.TTL = l.TTL.Dur
	}
	steps := lock.Lost()
	return append(steps,
		schedule.Step{Who: schedule.B, Does: "writes the same data, and goes on"},
		schedule.Step{Who: schedule.A, Does: "wakes up, believes that it still holds the lock, and sends " + w.API, Pos: w.Pos()},
		schedule.Step{Does: "nothing at the storage tells the late write from a new one: what B wrote is lost", Harm: true})
}

// comparedInGo is how a comparison in the program misses a write in between.
func comparedInGo(w *lease.Op, what string) schedule.Schedule {
	return schedule.Schedule{
		{Who: schedule.A, Does: "reads " + what + " and finds it unchanged"},
		{Who: schedule.A, Does: "stalls: a long GC pause, a slow disk, a lost packet"},
		{Who: schedule.B, Does: "reads " + what + ", finds it unchanged too, and writes"},
		{Who: schedule.A, Does: "sends " + w.API + ", which does not compare it again", Pos: w.Pos()},
		{Does: "what B wrote is lost", Harm: true},
	}
}

// staleSave is how a worker whose claim has expired saves the row over the claim of
// the one who took it over.
func staleSave(w *lease.Op) schedule.Schedule {
	return schedule.Schedule{
		{Who: schedule.A, Does: "claims the row, and reads it"},
		{Who: schedule.A, Does: "stalls: a long GC pause, a slow disk, a lost packet"},
		{Does: "the claim expires"},
		{Who: schedule.B, Does: "claims the row, and works on it"},
		{Who: schedule.A, Does: "sends " + w.API + ", with itself in " + w.Column, Pos: w.Pos()},
		{Does: "B's claim is overwritten while B works", Harm: true},
	}
}
