// Package rows is the table of experiments: for each rule of leasevet a wrong and a
// right program, the schedule that they are run by, and what must come of it.
package rows

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/leasevet/leasevet/lab/experiment/schedule"
	"github.com/leasevet/leasevet/lab/experiment/stores"
)

// A Row is one experiment.
type Row struct {
	Shape     string   // the folder in programs
	Analyzers []string // what reports the wrong program; nothing reports a limit
	Title     string   // what the wrong program does
	Steps     []string // the schedule
	Note      string   // what the experiment does not show by itself
	On        [][]string

	Wrong, Right schedule.Outcome

	// Run runs one of the programs by the schedule.
	Run func(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error)
}

// Limit says that leasevet reports nothing, by design.
func (r Row) Limit() bool { return len(r.Analyzers) == 0 }

// Declared is what must come of a program.
func (r Row) Declared(side schedule.Side) schedule.Outcome {
	return schedule.Pick(side, r.Wrong, r.Right)
}

// Check runs one program and says whether it comes out as declared.
func (r Row) Check(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel() // ends what the programs have started
	got, err := r.Run(ctx, e, side)
	if err != nil {
		return got, fmt.Errorf("%s, the %v program: %w", r.Shape, side, err)
	}
	if want := r.Declared(side); got != want {
		return got, fmt.Errorf("%s, the %v program: %+v, and %+v was expected", r.Shape, side, got, want)
	}
	return got, nil
}

// The stores that an experiment runs on.
var (
	onRedis = [][]string{{stores.Miniredis}, {stores.Redis}}
	onSQL   = [][]string{{stores.SQLite}, {stores.Postgres}}
	onBoth  = [][]string{{stores.Miniredis, stores.SQLite}, {stores.Redis, stores.Postgres}}
)

// ttl is the TTL of the leases in the schedules; leases end after a stall of 12 s.
const ttl = 10 * time.Second

// All are the experiments that need nothing but Redis and SQL.
func All() []Row {
	var all []Row
	for _, group := range [][]Row{releases, writes, counts, renewals, losses, ends, tokens, answers, limits} {
		all = append(all, group...)
	}
	return all
}

// Told says what A takes the outcome for. An error that does not speak of the lost lock
// is a fault of the experiment.
func Told(err error, lost ...error) (string, error) {
	if err == nil {
		return schedule.Success, nil
	}
	for _, l := range lost {
		if errors.Is(err, l) {
			return schedule.IsTold, nil
		}
	}
	return "", err
}

// Whose says whose value is there in the end.
func Whose(value string) (string, error) {
	switch value {
	case "A":
		return schedule.OfA, nil
	case "B":
		return schedule.OfB, nil
	}
	return "", fmt.Errorf("the value is %q, which neither A nor B has written", value)
}
