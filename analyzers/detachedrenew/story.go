package detachedrenew

import (
	"github.com/leasevet/leasevet/internal/lease"
	"github.com/leasevet/leasevet/internal/schedule"
)

// story is how a renewal outlives the work.
func story(r *lease.Renewal) schedule.Schedule {
	lock := "the lock"
	if n := r.Key.Name(); n != "" && r.Key.Type != "table" {
		lock = "lock " + n
	}
	if tick := r.Loop.Stuck(); tick != "" && r.Tie == lease.Loose && !r.Leaks {
		return schedule.Schedule{
			{Who: schedule.A, Does: "acquires " + lock, Change: schedule.Taken},
			{Who: schedule.A, Does: "starts to renew it by " + r.API, Pos: r.Pos},
			{Who: schedule.A, Does: "releases " + lock + " and stops ticker " + tick, Change: schedule.Deleted},
			{Does: "the goroutine waits for the next tick, for ever", Harm: true},
		}
	}
	return schedule.Schedule{
		{Who: schedule.A, Does: "acquires " + lock, Change: schedule.Taken},
		{Who: schedule.A, Does: "starts to renew it by " + r.API, Pos: r.Pos},
		{Who: schedule.A, Does: "is given up: its caller times out, is cancelled, or fails before the release"},
		{Does: "the renewal goes on, and the lease never ends by its clock"},
		{Who: schedule.B, Does: "waits for " + lock + ", for ever", Harm: true},
	}
}
