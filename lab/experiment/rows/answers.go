package rows

import (
	"context"
	"errors"
	"fmt"

	"github.com/leasevet/leasevet/lab/experiment/programs/earlyreturn"
	"github.com/leasevet/leasevet/lab/experiment/programs/lease"
	"github.com/leasevet/leasevet/lab/experiment/programs/loserrelease"
	"github.com/leasevet/leasevet/lab/experiment/programs/refused"
	"github.com/leasevet/leasevet/lab/experiment/schedule"
	"github.com/leasevet/leasevet/lab/experiment/stores"
)

var answers = []Row{
	{
		Shape: "refused", Analyzers: []string{"ignoredacquire"}, On: onRedis,
		Title: "work though the lock was refused",
		Steps: []string{
			"B acquires the lock, sends the letters of the day, and has not released yet.",
			"A wants the lock.",
			"Does A send them again?",
		},
		Wrong: schedule.Outcome{Lock: schedule.Survives, Data: "sent twice", Told: schedule.Success},
		Right: schedule.Outcome{Lock: schedule.Survives, Data: "sent once", Told: schedule.IsTold},
		Run:   sentTwice,
	},
	{
		Shape: "loserrelease", Analyzers: []string{"ignoredacquire", "unconditionalrelease"}, On: onRedis,
		Title: "a release though the lock was refused",
		Steps: []string{
			"B acquires the lock, and works.",
			"A wants the lock, and is refused. Nobody stalls.",
			"Does B's lock survive?",
		},
		Wrong: schedule.Outcome{Lock: schedule.Lost, Told: schedule.IsTold},
		Right: schedule.Outcome{Lock: schedule.Survives, Told: schedule.IsTold},
		Run: func(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
			run := schedule.Pick(side, loserrelease.Wrong, loserrelease.Right)
			job := func(stall func()) error { return run(ctx, e.Redis, ttl, stall) }
			return loses(ctx, e.Key("books:lock"), job, loserrelease.ErrBusy)
		},
	},
	{
		Shape: "earlyreturn", Analyzers: []string{"leakedlock"}, On: onRedis,
		Title: "a return that forgets the lock",
		Steps: []string{
			"A acquires the lock for 10 s, finds that its file is damaged, and returns.",
			"B wants the lock at once.",
			"Does B get it?",
		},
		Wrong: schedule.Outcome{Lock: "B waits for the TTL"}, Right: schedule.Outcome{Lock: schedule.Gets},
		Run: func(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
			run := schedule.Pick(side, earlyreturn.Wrong, earlyreturn.Right)
			damaged := errors.New("the file is damaged")
			if err := run(ctx, e.Redis, ttl, func() error { return damaged }); !errors.Is(err, damaged) {
				return schedule.Outcome{}, fmt.Errorf("A has not found the damage: %w", err)
			}
			_, err := lease.Take(ctx, e.Redis, "import:lock", ttl)
			return getsOrWaits(err, "B waits for the TTL")
		},
	},
}

// loses has B hold the lock when A comes.
func loses(ctx context.Context, lock schedule.Lock, job schedule.Program, busy error) (schedule.Outcome, error) {
	b := schedule.Start(job)
	if err := b.Stalled(); err != nil {
		return schedule.Outcome{}, err
	}
	before, err := lock.Record(ctx)
	if err != nil || before == "" {
		return schedule.Outcome{}, errors.Join(errors.New("B does not hold the lock"), err)
	}
	errA := schedule.Start(job).Finish()
	after, err := lock.Record(ctx)
	if err != nil {
		return schedule.Outcome{}, err
	}
	told, err := Told(errA, busy)
	out := schedule.Outcome{Lock: schedule.Lost, Told: told}
	if after == before {
		out.Lock = schedule.Survives
	}
	return out, err
}

func sentTwice(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
	run := schedule.Pick(side, refused.Wrong, refused.Right)
	sent := 0
	out, err := loses(ctx, e.Key("letters:lock"), func(stall func()) error {
		return run(ctx, e.Redis, ttl, func() { sent++ }, stall)
	}, refused.ErrBusy)
	switch sent {
	case 1:
		out.Data = "sent once"
	case 2:
		out.Data = "sent twice"
	}
	return out, err
}
