package ignoredacquire

import (
	"github.com/leasevet/leasevet/internal/lease"
	"github.com/leasevet/leasevet/internal/schedule"
)

// story is how a loser of the lock works beside its holder.
func story(i lease.IgnoredAcquire) schedule.Schedule {
	switch {
	case i.Unasked:
		return schedule.Schedule{
			{Who: schedule.B, Does: "acquires the lock and works", Change: schedule.Taken},
			{Who: schedule.A, Does: "releases it by " + api(i) + ", without having asked for it", Pos: i.Release.Pos(), Change: schedule.Deleted},
			{Does: "the next one acquires it, and works beside B", Harm: true},
		}
	case i.Unmade:
		return schedule.Schedule{
			{Who: schedule.A, Does: "fails to make the lock object", Pos: i.Made},
			{Who: schedule.A, Does: "locks with what there is, which is nothing", Pos: i.Lock.Pos(), Harm: true},
		}
	}
	out := schedule.Schedule{
		{Who: schedule.B, Does: "acquires " + lock(i) + " and works", Change: schedule.Taken},
		{Who: schedule.A, Does: "asks for " + lock(i) + " by " + api(i) + " and is refused", Pos: i.Lock.Pos()},
	}
	if i.Work != nil {
		out = append(out, schedule.Step{Who: schedule.A, Does: "does the work of a holder all the same, beside B", Pos: i.Work.Pos(), Harm: i.Release == nil || i.Spared})
	}
	if i.Release != nil && !i.Spared {
		out = append(out,
			schedule.Step{Who: schedule.A, Does: "releases " + lock(i) + ", which B still holds", Pos: i.Release.Pos(), Change: schedule.Deleted},
			schedule.Step{Does: "the next one acquires it, and works beside B", Harm: true})
	}
	return out
}
