package rows

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/leasevet/leasevet/lab/experiment/programs/lease"
	"github.com/leasevet/leasevet/lab/experiment/programs/onlylogged"
	"github.com/leasevet/leasevet/lab/experiment/programs/replylost"
	"github.com/leasevet/leasevet/lab/experiment/schedule"
	"github.com/leasevet/leasevet/lab/experiment/stores"
)

// Among is what becomes of a thing that compares no fencing token when A and B work
// with it at the same time.
const Among = "A's among B's"

var losses = []Row{
	{
		Shape: "onlylogged", Analyzers: []string{"lostlease"}, On: onRedis,
		Title: "the renewal is refused, and that is only logged",
		Steps: []string{
			"A acquires the lock of a printer for 10 s, prints its first page, and stalls for 12 s.",
			"The lease of A ends by its clock.",
			"B acquires the lock, and prints its first page.",
			"A wakes up. Its renewal is refused.",
			"B prints its second page.",
			"Whose pages lie in the tray? Does A learn of it?",
		},
		Wrong: schedule.Outcome{Lock: schedule.Survives, Data: Among, Told: schedule.Success},
		Right: schedule.Outcome{Lock: schedule.Survives, Data: schedule.OfB, Told: schedule.IsTold},
		Run:   printed,
	},
	{
		Shape: "replylost", Analyzers: []string{"lostlease"}, On: onRedis,
		Title: "the reply to a renewal is lost, and the renewal ends in silence",
		Steps: []string{
			"A acquires the lock of a plotter for 10 s, and renews it every 3 s.",
			"The first renewal is applied, and its reply is lost.",
			"14 s pass, in which A is busy and does not stall.",
			"B wants the lock.",
			"A draws. Does it draw while B holds the lock?",
		},
		Wrong: schedule.Outcome{Lock: "B gets it, A works on", Data: Among, Told: schedule.Success},
		Right: schedule.Outcome{Lock: "B waits for A", Data: schedule.OfA, Told: schedule.Success},
		Run:   replyLost,
	},
}

// printed prints A's pages and B's on one printer.
func printed(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
	run := schedule.Pick(side, onlylogged.Wrong, onlylogged.Right)
	var tray []string
	printer := func(page string) { tray = append(tray, page) }
	var b *schedule.Holder
	fate, errA, err := schedule.Late{
		Lock: e.Key("printer:lock"),
		A: func(stall func()) error {
			return run(ctx, e.Redis, e.TTL(ttl), []string{"A1", "A2"}, printer, stall)
		},
		B: func(stall func()) error {
			return run(ctx, e.Redis, ttl, []string{"B1", "B2"}, printer, stall)
		},
		Awake: func(_, holder *schedule.Holder) error { b = holder; return nil },
	}.Run(ctx)
	if err != nil {
		return schedule.Outcome{}, err
	}
	if err := b.Finish(); err != nil {
		return schedule.Outcome{}, err
	}
	told, err := Told(errA, lease.ErrLost)
	if err != nil {
		return schedule.Outcome{}, err
	}
	whose := ""
	switch pages := strings.Join(tray, " "); pages {
	case "A1 B1 A2 B2":
		whose = Among
	case "A1 B1 B2":
		whose = schedule.OfB
	default:
		err = errors.New("in the tray there are " + pages)
	}
	return schedule.Outcome{Lock: fate, Data: whose, Told: told}, err
}

// replyLost has a network that loses one reply.
func replyLost(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
	key := e.Key("plotter:lock")
	ticks := newTicks(key)
	network := &lossy{}
	rdb := e.Another()
	rdb.AddHook(network)
	drawn := 0
	draw := func() { drawn++ }
	a := schedule.Start(func(stall func()) error {
		if side == schedule.Wrong {
			return replylost.Wrong(ctx, rdb, e.TTL(ttl), ticks.Ticker, draw, stall)
		}
		return replylost.Right(ctx, rdb, e.TTL(ttl), ticks.Ticker, draw, stall)
	})
	if err := a.Stalled(); err != nil {
		return schedule.Outcome{}, err
	}
	network.losing.Store(true)
	for i := range 4 {
		e.Pass(3 * time.Second)
		if err := ticks.tick(ctx, i == 0 || side == schedule.Right); err != nil {
			return schedule.Outcome{}, err
		}
	}
	e.Pass(2 * time.Second)
	out := schedule.Outcome{Lock: "B gets it, A works on", Data: Among}
	_, err := lease.Take(ctx, e.Redis, "plotter:lock", ttl)
	if errors.Is(err, lease.ErrBusy) {
		out.Lock, out.Data, err = "B waits for A", schedule.OfA, nil
	}
	if err != nil {
		return out, err
	}
	if out.Told, err = Told(a.Finish(), lease.ErrLost); err == nil && (drawn != 1 || network.lost.Load() != 1) {
		err = fmt.Errorf("A has drawn %d times, and %d replies were lost", drawn, network.lost.Load())
	}
	return out, err
}
