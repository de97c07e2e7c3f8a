package rows

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/leasevet/leasevet/lab/experiment/programs/baredel"
	"github.com/leasevet/leasevet/lab/experiment/programs/checkdelete"
	"github.com/leasevet/leasevet/lab/experiment/programs/checkrow"
	"github.com/leasevet/leasevet/lab/experiment/programs/constanttoken"
	"github.com/leasevet/leasevet/lab/experiment/programs/deleterow"
	"github.com/leasevet/leasevet/lab/experiment/programs/plaindelete"
	"github.com/leasevet/leasevet/lab/experiment/programs/plainexpire"
	"github.com/leasevet/leasevet/lab/experiment/programs/rowrenewal"
	"github.com/leasevet/leasevet/lab/experiment/programs/wrapper"
	"github.com/leasevet/leasevet/lab/experiment/schedule"
	"github.com/leasevet/leasevet/lab/experiment/stores"
)

var unconditionalrelease = []string{"unconditionalrelease"}

// lateRelease is the schedule of programs whose release is what matters.
func lateRelease(release string) []string {
	return []string{
		"A acquires the lock for 10 s, and stalls for 12 s.",
		"The lease of A ends by its clock.",
		"B acquires the lock, and works.",
		"A wakes up and " + release + ".",
		"Does B's lock survive?",
	}
}

// checkedRelease is the schedule of releases that look first whose the record is.
func checkedRelease(record, release string) []string {
	steps := lateRelease(release)
	return append([]string{
		"A acquires the lock for 10 s, works, and finds that the " + record + " is its own.",
		"A stalls for 12 s. The lease of A ends by its clock.",
	}, steps[2:]...)
}

var (
	lockLost     = schedule.Outcome{Lock: schedule.Lost}
	lockSurvives = schedule.Outcome{Lock: schedule.Survives}
)

var releases = []Row{
	{
		Shape: "plaindelete", Analyzers: unconditionalrelease, On: onRedis,
		Title: "DEL of the key, whoever holds it",
		Steps: lateRelease("deletes the key"),
		Wrong: lockLost, Right: lockSurvives,
		Run: redisRelease("labels:lock", plaindelete.Wrong, plaindelete.Right),
	},
	{
		Shape: "checkdelete", Analyzers: unconditionalrelease, On: onRedis,
		Title: "GET, comparison in the program, DEL",
		Steps: checkedRelease("lock", "deletes the key"),
		Wrong: lockLost, Right: lockSurvives,
		Run: redisRelease("stock:lock", checkdelete.Wrong, checkdelete.Right),
	},
	{
		Shape: "baredel", Analyzers: unconditionalrelease, On: onRedis,
		Title: "a script that deletes and does not compare",
		Steps: lateRelease("runs the script"),
		Wrong: lockLost, Right: lockSurvives,
		Run: redisRelease("crane:lock", baredel.Wrong, baredel.Right),
	},
	{
		Shape: "wrapper", Analyzers: unconditionalrelease, On: onRedis,
		Title: "the release behind a wrapper",
		Steps: lateRelease("unlocks"),
		Wrong: lockLost, Right: lockSurvives,
		Run: redisRelease("catalogue:lock", wrapper.Wrong, wrapper.Right),
	},
	{
		Shape: "plainexpire", Analyzers: unconditionalrelease, On: onRedis,
		Title: "EXPIRE for a renewal",
		Steps: prolongedSteps,
		Wrong: prolongs, Right: leftAsItWas,
		Run: prolongedKey,
	},
	{
		Shape: "deleterow", Analyzers: unconditionalrelease, On: onSQL,
		Title: "DELETE of the lock's row by its name",
		Steps: lateRelease("deletes the row"),
		Wrong: lockLost, Right: lockSurvives,
		Run: rowRelease("payroll", deleterow.Wrong, deleterow.Right),
	},
	{
		Shape: "checkrow", Analyzers: unconditionalrelease, On: onSQL,
		Title: "SELECT of the owner, comparison in the program, DELETE",
		Steps: checkedRelease("row", "deletes the row"),
		Wrong: lockLost, Right: lockSurvives,
		Run: rowRelease("invoices", checkrow.Wrong, checkrow.Right),
	},
	{
		Shape: "rowrenewal", Analyzers: unconditionalrelease, On: onSQL,
		Title: "UPDATE of the row's time by its name, for a renewal",
		Steps: prolongedSteps,
		Wrong: prolongs, Right: leftAsItWas,
		Run: prolongedRow,
	},
}

var constantToken = Row{
	Shape: "constanttoken", Analyzers: []string{"ownertoken"}, On: onRedis,
	Title: "an owner token that all holders share",
	Steps: lateRelease("deletes the key if it holds the token"),
	Wrong: lockLost, Right: lockSurvives,
	Run: redisRelease("court:lock", constanttoken.Wrong, constanttoken.Right),
}

type redisJob = func(ctx context.Context, rdb *redis.Client, ttl time.Duration, stall func()) error

func redisRelease(key string, wrong, right redisJob) func(context.Context, *stores.Env, schedule.Side) (schedule.Outcome, error) {
	return func(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
		run := schedule.Pick(side, wrong, right)
		fate, errA, err := schedule.Late{
			Lock: e.Key(key),
			A:    func(stall func()) error { return run(ctx, e.Redis, e.TTL(ttl), stall) },
			B:    func(stall func()) error { return run(ctx, e.Redis, ttl, stall) },
		}.Run(ctx)
		if err == nil {
			err = errA
		}
		return schedule.Outcome{Lock: fate}, err
	}
}

type rowJob = func(ctx context.Context, db *sql.DB, now time.Time, ttl time.Duration, stall func()) error

func rowRelease(name string, wrong, right rowJob) func(context.Context, *stores.Env, schedule.Side) (schedule.Outcome, error) {
	return func(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
		run := schedule.Pick(side, wrong, right)
		job := func(stall func()) error { return run(ctx, e.DB, e.Now(), ttl, stall) }
		fate, errA, err := schedule.Late{Lock: e.Row(name), A: job, B: job}.Run(ctx)
		if err == nil {
			err = errA
		}
		return schedule.Outcome{Lock: fate}, err
	}
}

// prolongedSteps is the schedule of programs whose renewal is what matters.
var prolongedSteps = []string{
	"A acquires the lock, and stalls. The lease of A ends by its clock.",
	"B acquires the lock, for half as long as A.",
	"A wakes up and renews.",
	"Does B's lease end when B has said, even if B dies?",
}

var (
	prolongs     = schedule.Outcome{Lock: "A prolongs it", Told: schedule.Success}
	leftAsItWas  = schedule.Outcome{Lock: schedule.Survives, Told: schedule.IsTold}
	errOverEarly = errors.New("B's lease is over before its time")
)

// A lasting lock says how long it lasts.
type lasting interface {
	schedule.Lock
	Left(ctx context.Context) (time.Duration, error)
}

// prolonged compares what B's lease has left before and after A's renewal.
func prolonged(ctx context.Context, lock lasting, a, b schedule.Program, lost error) (schedule.Outcome, error) {
	fate := schedule.Survives
	_, errA, err := schedule.Late{
		Lock: lock, A: a, B: b,
		Awake: func(a, _ *schedule.Holder) error {
			before, err := lock.Left(ctx)
			if err != nil {
				return err
			}
			a.Resume()
			after, err := lock.Left(ctx)
			if err != nil {
				return err
			}
			if after <= 0 {
				return errOverEarly
			}
			if after > before {
				fate = "A prolongs it"
			}
			return nil
		},
	}.Run(ctx)
	if err != nil {
		return schedule.Outcome{}, err
	}
	told, err := Told(errA, lost)
	return schedule.Outcome{Lock: fate, Told: told}, err
}

func prolongedKey(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
	run := schedule.Pick(side, plainexpire.Wrong, plainexpire.Right)
	long := ttl
	if e.Forward == nil {
		long = 2 * time.Second // of the server's clock, so that B's half is long enough
	}
	return prolonged(ctx, e.Key("oven:lock"),
		func(stall func()) error { return run(ctx, e.Redis, long, stall) },
		func(stall func()) error { return run(ctx, e.Redis, long/2, stall) },
		plainexpire.ErrLost)
}

func prolongedRow(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
	run := schedule.Pick(side, rowrenewal.Wrong, rowrenewal.Right)
	return prolonged(ctx, e.Row("book"),
		func(stall func()) error { return run(ctx, e.DB, e.Now, ttl, stall) },
		func(stall func()) error { return run(ctx, e.DB, e.Now, ttl/2, stall) },
		rowrenewal.ErrLost)
}
