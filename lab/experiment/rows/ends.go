package rows

import (
	"context"
	"errors"
	"time"

	"github.com/leasevet/leasevet/lab/experiment/programs/interval"
	"github.com/leasevet/leasevet/lab/experiment/programs/nottl"
	"github.com/leasevet/leasevet/lab/experiment/programs/twosteps"
	"github.com/leasevet/leasevet/lab/experiment/programs/unit"
	"github.com/leasevet/leasevet/lab/experiment/schedule"
	"github.com/leasevet/leasevet/lab/experiment/stores"
)

var leasettl = []string{"leasettl"}

const whileAWorks = "B gets it, A works on"

var ends = []Row{
	{
		Shape: "nottl", Analyzers: leasettl, On: onRedis,
		Title: "a lock without a TTL, and its holder dies",
		Steps: []string{
			"A acquires the lock, and dies.",
			"A day passes.",
			"Does B get the lock?",
		},
		Note:  "On a server, whose clock nobody moves, the day is a second, and the record has no end (PTTL -1).",
		Wrong: schedule.Outcome{Lock: schedule.Waits}, Right: schedule.Outcome{Lock: schedule.Gets},
		Run: afterDeath("bridge:lock", nottl.Wrong, nottl.Right, nottl.ErrBusy),
	},
	{
		Shape: "twosteps", Analyzers: leasettl, On: onRedis,
		Title: "SETNX and EXPIRE, and the holder dies in between",
		Steps: []string{
			"A acquires the lock, and dies before it sends its next request.",
			"A day passes.",
			"Does B get the lock?",
		},
		Note:  "On a server, whose clock nobody moves, the day is a second, and the record has no end (PTTL -1).",
		Wrong: schedule.Outcome{Lock: schedule.Waits}, Right: schedule.Outcome{Lock: schedule.Gets},
		Run: afterDeath("field:lock", twosteps.Wrong, twosteps.Right, twosteps.ErrBusy),
	},
	{
		Shape: "unit", Analyzers: leasettl, On: onRedis,
		Title: "a TTL of 30 that was meant as seconds",
		Steps: []string{
			"A acquires the lock with a TTL of 30 from its configuration, and works for a second.",
			"B wants the lock.",
			"Does B get it while A works?",
		},
		Note:  "go-redis makes a millisecond of 30 ns.",
		Wrong: schedule.Outcome{Lock: whileAWorks}, Right: schedule.Outcome{Lock: "B waits for A"},
		Run: wrongUnit,
	},
	{
		Shape: "interval", Analyzers: leasettl, On: onRedis,
		Title: "a renewal less often than the TTL",
		Steps: []string{
			"A acquires the lock for 1.5 s, and renews it by its ticker.",
			"A works for longer than 1.5 s, and does not stall.",
			"B wants the lock.",
			"Does B get it while A works?",
		},
		Wrong: schedule.Outcome{Lock: whileAWorks}, Right: schedule.Outcome{Lock: "B waits for A"},
		Run: wrongInterval,
	},
}

// afterDeath has A die in its stall. B comes much later.
func afterDeath(key string, wrong, right redisJob, busy error) func(context.Context, *stores.Env, schedule.Side) (schedule.Outcome, error) {
	return func(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
		run := schedule.Pick(side, wrong, right)
		a := schedule.Start(func(stall func()) error { return run(ctx, e.Redis, e.TTL(ttl), stall) })
		if err := a.Stalled(); err != nil {
			return schedule.Outcome{}, err
		}
		if e.Forward != nil {
			e.Pass(24 * time.Hour)
		} else {
			e.Pass(2 * ttl)
		}
		left, err := e.Key(key).Left(ctx)
		if err != nil {
			return schedule.Outcome{}, err
		}
		b := schedule.Start(func(stall func()) error { return run(ctx, e.Redis, ttl, stall) })
		switch {
		case !b.Ended():
			return schedule.Outcome{Lock: schedule.Gets}, nil
		case errors.Is(b.Err(), busy) && left == -1:
			return schedule.Outcome{Lock: schedule.Waits}, nil
		}
		return schedule.Outcome{}, errors.Join(errors.New("B is refused, and the lock has an end"), b.Err())
	}
}

// wrongUnit has B come while A works.
func wrongUnit(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
	run := schedule.Pick(side, unit.Wrong, unit.Right)
	job := func(stall func()) error { return run(ctx, e.Redis, 30, stall) }
	a := schedule.Start(job)
	e.Pass(time.Second)
	return beside(a, schedule.Start(job), unit.ErrBusy)
}

// beside is what becomes of B's attempt while A works.
func beside(a, b *schedule.Holder, busy error) (schedule.Outcome, error) {
	switch err := a.Stalled(); {
	case err != nil:
		return schedule.Outcome{}, err
	case !b.Ended():
		return schedule.Outcome{Lock: whileAWorks}, nil
	case errors.Is(b.Err(), busy):
		return schedule.Outcome{Lock: "B waits for A"}, nil
	}
	return schedule.Outcome{}, b.Err()
}

// wrongInterval has the tickers of the programs tick by themselves, in real time, which an
// embedded Redis is then told of. A ticker that ticks in the life of the lease has
// renewed it by then, whichever program it is in.
func wrongInterval(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
	run := schedule.Pick(side, interval.Wrong, interval.Right)
	job := func(stall func()) error { return run(ctx, e.Redis, stall) }
	a := schedule.Start(job)
	defer a.Finish()
	const third = 520 * time.Millisecond
	for range 3 {
		time.Sleep(third)
		if e.Forward != nil {
			e.Forward(third)
		}
	}
	return beside(a, schedule.Start(job), interval.ErrBusy)
}
