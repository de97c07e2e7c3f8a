package rows

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/leasevet/leasevet/lab/experiment/programs/lease"
	"github.com/leasevet/leasevet/lab/experiment/programs/localcount"
	"github.com/leasevet/leasevet/lab/experiment/programs/lockrow"
	"github.com/leasevet/leasevet/lab/experiment/programs/tokenasfence"
	"github.com/leasevet/leasevet/lab/experiment/schedule"
	"github.com/leasevet/leasevet/lab/experiment/stores"
)

var ownertoken = []string{"ownertoken"}

var tokens = []Row{
	constantToken,
	{
		Shape: "tokenasfence", Analyzers: ownertoken, On: onBoth,
		Title: "a random owner token, ordered as if it were a fencing token",
		Steps: LateWrite,
		Note: "Random tokens are in the wrong order every other time. The experiment is repeated until they are; " +
			"where A's token happens to be the lower one, A's write is refused.",
		Wrong: Overwritten, Right: Refused,
		Run: randomOrder,
	},
	{
		Shape: "localcount", Analyzers: ownertoken, On: onSQL,
		Title: "a fencing token counted by the process",
		Steps: []string{
			"The process of A has held the lock five times. It acquires it again for 10 s, and stalls for 12 s.",
			"The lease of A ends by its clock.",
			"B, in a process that has just begun, acquires the lock and writes.",
			"A wakes up, writes, and releases.",
			"Whose data is there? Does A learn of it?",
		},
		Note:  "The rightful holder is refused as well: B's count of 1 is lower than what is there.",
		Wrong: schedule.Outcome{Data: schedule.OfA, Told: schedule.Success},
		Right: schedule.Outcome{Data: schedule.OfB, Told: schedule.IsTold},
		Run:   processCount,
	},
}

// randomOrder repeats the schedule until A's token is the higher one.
func randomOrder(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
	if side == schedule.Right {
		out, _, err := ordered(ctx, e, side)
		return out, err
	}
	for range 30 {
		out, inOrder, err := ordered(ctx, e, side)
		if err != nil || !inOrder {
			return out, err
		}
		if out != Refused {
			return out, fmt.Errorf("tokens in their order should refuse A, and %+v is what came of it", out)
		}
		if _, err := e.DB.ExecContext(ctx, `UPDATE menu SET fence = '', value = 'start' WHERE id = 1`); err != nil {
			return out, err
		}
		if err := e.Redis.Del(ctx, "menu:lock").Err(); err != nil { //leasevet:ignore unconditionalrelease the experiment begins anew
			return out, err
		}
	}
	return schedule.Outcome{}, errors.New("thirty times in a row A's token was the lower one")
}

// ordered runs the schedule once, and says whether A's token was the lower one.
func ordered(ctx context.Context, e *stores.Env, side schedule.Side) (out schedule.Outcome, inOrder bool, err error) {
	key := e.Key("menu:lock")
	run := schedule.Pick(side, tokenasfence.Wrong, tokenasfence.Right)
	watched := &watched{Key: key}
	out, err = LateWriter{
		Lock:  watched,
		A:     func(stall func()) error { return run(ctx, e.Redis, e.DB, e.TTL(ttl), "A", stall) },
		B:     func(stall func()) error { return run(ctx, e.Redis, e.DB, ttl, "B", stall) },
		Value: func() (string, error) { return e.Value(ctx, schedule.Pick(side, "menu", "resource")) },
		Lost:  lease.ErrLost,
	}.Run(ctx)
	if err != nil || len(watched.seen) == 0 {
		return out, true, cmp.Or(err, errors.New("nobody took the lock"))
	}
	first, last := watched.seen[0], watched.seen[len(watched.seen)-1]
	return out, first < last, nil
}

// watched remembers the records that it has seen.
type watched struct {
	stores.Key
	seen []string
}

func (w *watched) Record(ctx context.Context) (string, error) {
	record, err := w.Key.Record(ctx)
	if record != "" {
		w.seen = append(w.seen, record)
	}
	return record, err
}

// processCount has two processes.
func processCount(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
	old, young := &localcount.Process{DB: e.DB}, &localcount.Process{DB: e.DB}
	run := schedule.Pick(side, (*localcount.Process).Wrong, (*localcount.Process).Right)
	for range 5 {
		if err := run(old, ctx, e.Now(), ttl, "before", func() {}); err != nil {
			return schedule.Outcome{}, err
		}
	}
	a := schedule.Start(func(stall func()) error { return run(old, ctx, e.Now(), ttl, "A", stall) })
	if err := errors.Join(a.Stalled(), e.Row("budget").Expire(ctx)); err != nil {
		return schedule.Outcome{}, err
	}
	b := schedule.Start(func(stall func()) error { return run(young, ctx, e.Now(), ttl, "B", stall) })
	if err := b.Stalled(); err != nil {
		return schedule.Outcome{}, err
	}
	b.Resume()
	if refused := errors.Is(b.Err(), lockrow.ErrLost); refused != (side == schedule.Wrong) {
		return schedule.Outcome{}, fmt.Errorf("whether B is refused: %v, %w", refused, b.Err())
	}
	told, err := Told(a.Finish(), lockrow.ErrLost)
	if err != nil {
		return schedule.Outcome{}, err
	}
	value, err := e.Value(ctx, "resource")
	if err != nil {
		return schedule.Outcome{}, err
	}
	whose, err := Whose(value)
	return schedule.Outcome{Data: whose, Told: told}, err
}
