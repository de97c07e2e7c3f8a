package rows

import (
	"context"
	"database/sql"
	"time"

	"github.com/leasevet/leasevet/lab/experiment/programs/comparedinapp"
	"github.com/leasevet/leasevet/lab/experiment/programs/fencedupdate"
	"github.com/leasevet/leasevet/lab/experiment/programs/ignoredcount"
	"github.com/leasevet/leasevet/lab/experiment/programs/lease"
	"github.com/leasevet/leasevet/lab/experiment/programs/lockrow"
	"github.com/leasevet/leasevet/lab/experiment/programs/redisvalue"
	"github.com/leasevet/leasevet/lab/experiment/programs/renewed"
	"github.com/leasevet/leasevet/lab/experiment/schedule"
	"github.com/leasevet/leasevet/lab/experiment/stores"
)

var unfencedwrite = []string{"unfencedwrite"}

// LateWrite is the schedule of programs whose write is what matters.
var LateWrite = []string{
	"A acquires the lock for 10 s, and stalls for 12 s.",
	"The lease of A ends by its clock.",
	"B acquires the lock with the next fencing token, and writes.",
	"A wakes up, writes, and releases.",
	"Does B's lock survive? Does B's data survive? Does A learn of it?",
}

// Late writes: the release of both programs compares the owner, so that B's lock
// survives in any case.
var (
	Overwritten = schedule.Outcome{Lock: schedule.Survives, Data: schedule.OfA, Told: schedule.Success}
	Refused     = schedule.Outcome{Lock: schedule.Survives, Data: schedule.OfB, Told: schedule.IsTold}
)

var writes = []Row{
	{
		Shape: "fencedupdate", Analyzers: unfencedwrite,
		On:    [][]string{{stores.Miniredis, stores.SQLite}, {stores.Redis, stores.SQLite}},
		Title: "UPDATE by the key alone",
		Steps: LateWrite,
		Wrong: Overwritten, Right: Refused,
		Run: func(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
			run := schedule.Pick(side, fencedupdate.Wrong, fencedupdate.Right)
			return LateWriter{
				Lock:  e.Key("resource:lock"),
				A:     func(stall func()) error { return run(ctx, e.Redis, e.DB, e.TTL(ttl), "A", stall) },
				B:     func(stall func()) error { return run(ctx, e.Redis, e.DB, ttl, "B", stall) },
				Value: func() (string, error) { return e.Value(ctx, "resource") },
				Lost:  lease.ErrLost,
			}.Run(ctx)
		},
	},
	{
		Shape: "redisvalue", Analyzers: unfencedwrite, On: onRedis,
		Title: "HSET under a lock of the same Redis",
		Steps: LateWrite,
		Wrong: Overwritten, Right: Refused,
		Run: func(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
			run := schedule.Pick(side, redisvalue.Wrong, redisvalue.Right)
			return LateWriter{
				Lock:  e.Key("timetable:lock"),
				A:     func(stall func()) error { return run(ctx, e.Redis, e.TTL(ttl), "A", stall) },
				B:     func(stall func()) error { return run(ctx, e.Redis, ttl, "B", stall) },
				Value: func() (string, error) { return e.Redis.HGet(ctx, "timetable", "value").Result() },
				Lost:  lease.ErrLost,
			}.Run(ctx)
		},
	},
	{
		Shape: "comparedinapp", Analyzers: unfencedwrite, On: onSQL,
		Title: "the fencing token is compared in the program",
		Steps: []string{
			"A acquires the lock for 10 s, reads the resource, and finds that no newer holder has written.",
			"A stalls for 12 s. The lease of A ends by its clock.",
			"B acquires the lock with the next fencing token, and writes.",
			"A wakes up, writes, and releases.",
			"Does B's lock survive? Does B's data survive? Does A learn of it?",
		},
		Wrong: Overwritten, Right: Refused,
		Run: rowWrite("contract", comparedinapp.Wrong, comparedinapp.Right),
	},
	{
		Shape: "renewed", Analyzers: unfencedwrite, On: onRedis,
		Title: "a renewal every 3 s, for a fence",
		Steps: []string{
			"A acquires the lock for 10 s, and renews it after 3 s and after 6 s.",
			"A stalls for 12 s, and its renewal with it. The lease of A ends by its clock.",
			"B acquires the lock with the next fencing token, and writes.",
			"A wakes up, writes before its next renewal, and releases.",
			"Does B's lock survive? Does B's data survive? Does A learn of it?",
		},
		Wrong: Overwritten, Right: Refused,
		Run: lateThoughRenewed,
	},
}

var counts = []Row{
	{
		Shape: "ignoredcount", Analyzers: []string{"ignoredrowcount"}, On: onSQL,
		Title: "the count of rows is dropped",
		Steps: LateWrite,
		Wrong: Unnoticed, Right: Refused,
		Run: rowWrite("tariff", ignoredcount.Wrong, ignoredcount.Right),
	},
}

// Unnoticed is a write that the store has refused, and whose writer does not know.
var Unnoticed = schedule.Outcome{Lock: schedule.Survives, Data: schedule.OfB, Told: schedule.Success}

// A LateWriter runs the schedule, and asks whose value there is in the end.
type LateWriter struct {
	Lock  schedule.Lock
	A, B  schedule.Program
	Value func() (string, error)
	Lost  error // what A is told
}

// Run answers all three questions.
func (w LateWriter) Run(ctx context.Context) (schedule.Outcome, error) {
	fate, errA, err := schedule.Late{Lock: w.Lock, A: w.A, B: w.B, Writes: true}.Run(ctx)
	if err != nil {
		return schedule.Outcome{}, err
	}
	told, err := Told(errA, w.Lost)
	if err != nil {
		return schedule.Outcome{}, err
	}
	value, err := w.Value()
	if err != nil {
		return schedule.Outcome{}, err
	}
	whose, err := Whose(value)
	return schedule.Outcome{Lock: fate, Data: whose, Told: told}, err
}

type rowWriter = func(ctx context.Context, db *sql.DB, now time.Time, ttl time.Duration, value string, stall func()) error

func rowWrite(name string, wrong, right rowWriter) func(context.Context, *stores.Env, schedule.Side) (schedule.Outcome, error) {
	return func(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
		run := schedule.Pick(side, wrong, right)
		return LateWriter{
			Lock:  e.Row(name),
			A:     func(stall func()) error { return run(ctx, e.DB, e.Now(), ttl, "A", stall) },
			B:     func(stall func()) error { return run(ctx, e.DB, e.Now(), ttl, "B", stall) },
			Value: func() (string, error) { return e.Value(ctx, "resource") },
			Lost:  lockrow.ErrLost,
		}.Run(ctx)
	}
}

// lateThoughRenewed has A's ticker tick twice before A stalls.
func lateThoughRenewed(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
	run := schedule.Pick(side, renewed.Wrong, renewed.Right)
	key := e.Key("forecast:lock")
	ticks := newTicks(key)
	return LateWriter{
		Lock: twiceRenewed{key, e, ticks},
		A:    func(stall func()) error { return run(ctx, e.Redis, e.TTL(ttl), ticks.Ticker, "A", stall) },
		B: func(stall func()) error {
			return run(ctx, e.Redis, ttl, newTicks(key).Ticker, "B", stall)
		},
		Value: func() (string, error) { return e.Redis.HGet(ctx, "forecast", "value").Result() },
		Lost:  lease.ErrLost,
	}.Run(ctx)
}

// twiceRenewed is a lock whose holder is alive for 6 s before it stalls.
type twiceRenewed struct {
	stores.Key
	env   *stores.Env
	ticks *ticks
}

func (r twiceRenewed) Expire(ctx context.Context) error {
	for range 2 {
		r.env.Pass(3 * time.Second)
		if err := r.ticks.tick(ctx, true); err != nil {
			return err
		}
	}
	return r.Key.Expire(ctx)
}
