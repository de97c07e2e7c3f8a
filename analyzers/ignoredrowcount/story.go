package ignoredrowcount

import (
	"github.com/leasevet/leasevet/internal/lease"
	"github.com/leasevet/leasevet/internal/schedule"
)

// story is how a refused write looks like an applied one.
func story(r lease.Refusal) schedule.Schedule {
	what := "the state that its write will compare"
	if r.Op.Column != "" {
		what = r.Op.Column
	}
	harm := schedule.Step{Does: "A goes on as if its write had been applied", Harm: true}
	if r.Follows != nil {
		harm.Pos = r.Follows.Pos()
	}
	return schedule.Schedule{
		{Who: schedule.A, Does: "reads " + what},
		{Who: schedule.B, Does: "changes it"},
		{Who: schedule.A, Does: "sends " + r.Op.API + ": the storage compares, and rightly refuses", Pos: r.Pos()},
		{Does: "the refusal is no error: the answer says that nothing was changed, and nobody reads it"},
		harm,
	}
}
