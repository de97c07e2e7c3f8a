package rows

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/leasevet/leasevet/lab/experiment/programs/applytwice"
	"github.com/leasevet/leasevet/lab/experiment/programs/latefence"
	"github.com/leasevet/leasevet/lab/experiment/programs/latereply"
	"github.com/leasevet/leasevet/lab/experiment/programs/lease"
	"github.com/leasevet/leasevet/lab/experiment/programs/lockrow"
	"github.com/leasevet/leasevet/lab/experiment/programs/silentlease"
	"github.com/leasevet/leasevet/lab/experiment/schedule"
	"github.com/leasevet/leasevet/lab/experiment/stores"
)

// What fencing does not prevent, and leasevet does not report.
var limits = []Row{
	{
		Shape: "applytwice", On: onSQL,
		Title: "the same fencing token, applied twice",
		Steps: []string{
			"A acquires the lock, and adds 10 to a balance of 100 by a fenced UPDATE.",
			"The UPDATE is applied, and its reply is lost.",
			"A, which still holds the lock, tries again with the same fencing token.",
			"How much is there?",
		},
		Note: "A fence keeps out older holders, and A is none. What helps is an id of the operation that the storage " +
			"remembers in the same transaction. leasevet reports nothing: whether a change may be repeated is not written in the code.",
		Wrong: schedule.Outcome{Data: "120", Told: schedule.Success},
		Right: schedule.Outcome{Data: "110", Told: schedule.Success},
		Run:   appliedTwice,
	},
	{
		Shape: "latereply", On: onRedis,
		Title: "the holder's own clock, set when the reply arrives",
		Steps: []string{
			"A acquires the lock of a gate for 10 s. The reply arrives 8 s later.",
			"A prepares the gate for 4 s. The lease of A ends by its clock.",
			"B acquires the lock, and opens the gate.",
			"A looks at its clock, and opens the gate if its 10 s are not over.",
			"Does B's lock survive? Who has opened the gate? Does A learn of it?",
		},
		Note: "Where nothing can be fenced, a holder may look at its own clock, which has to be set before the request is sent. " +
			"This helps as long as the clocks run at the same speed and A does not stall after it has looked. " +
			"leasevet reports nothing: it asks for a fence or a lost signal, and not for clocks.",
		Wrong: schedule.Outcome{Lock: schedule.Survives, Data: Among, Told: schedule.Success},
		Right: schedule.Outcome{Lock: schedule.Survives, Data: schedule.OfB, Told: schedule.IsTold},
		Run:   replyLate,
	},
	{
		Shape: "silentlease", On: onSQL,
		Title: "a newer holder that has not written yet",
		Steps: []string{
			"A acquires the lock for 10 s, reads the resource, and stalls for 12 s.",
			"The lease of A ends by its clock.",
			"B acquires the lock with the next fencing token, and reads the resource.",
			"A wakes up and writes. The storage has not seen B's token.",
			"B writes what it has worked out from what it has read.",
			"What is there? Does A learn of it?",
		},
		Note: "A fence is known to the storage from its first write on. What helps is to make that the first thing a " +
			"holder does, before it reads. leasevet reports nothing: the write is fenced.",
		Wrong: schedule.Outcome{Data: "A's is written, and lost", Told: schedule.Success},
		Right: schedule.Outcome{Data: schedule.OfB, Told: schedule.IsTold},
		Run:   notYetWritten,
	},
	{
		Shape: "latefence", On: onBoth,
		Title: "a fencing token drawn after the lock, by a request of its own",
		Steps: []string{
			"A acquires the lock for 10 s, and stalls for 12 s before it draws its number.",
			"The lease of A ends by its clock.",
			"B acquires the lock, draws a number, and writes.",
			"A wakes up, draws the next number, writes, and releases.",
			"Does B's lock survive? Does B's data survive? Does A learn of it?",
		},
		Note: "The number has to be drawn by the very request that takes the lock, or before it. leasevet takes a counter " +
			"that is raised in the lock section for a fencing token, and reports nothing.",
		Wrong: Overwritten, Right: Refused,
		Run: func(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
			run := schedule.Pick(side, latefence.Wrong, latefence.Right)
			return LateWriter{
				Lock:  e.Key("rota:lock"),
				A:     func(stall func()) error { return run(ctx, e.Redis, e.DB, e.TTL(ttl), "A", stall) },
				B:     func(stall func()) error { return run(ctx, e.Redis, e.DB, ttl, "B", stall) },
				Value: func() (string, error) { return e.Value(ctx, "resource") },
				Lost:  lease.ErrLost,
			}.Run(ctx)
		},
	},
}

func appliedTwice(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
	run := schedule.Pick(side, applytwice.Wrong, applytwice.Right)
	replies := 0
	err := run(ctx, e.DB, e.Now(), ttl, func() bool {
		replies++
		return replies == 1
	})
	told, err := Told(err, lockrow.ErrLost)
	if err != nil {
		return schedule.Outcome{}, err
	}
	if replies == 0 {
		return schedule.Outcome{}, errors.New("no reply was lost")
	}
	var balance int
	err = e.DB.QueryRowContext(ctx, `SELECT balance FROM account WHERE id = 1`).Scan(&balance)
	return schedule.Outcome{Data: fmt.Sprint(balance), Told: told}, err
}

func notYetWritten(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
	run := schedule.Pick(side, silentlease.Wrong, silentlease.Right)
	written := ""
	var b *schedule.Holder
	_, errA, err := schedule.Late{
		Lock:  e.Row("ledger"),
		A:     func(stall func()) error { return run(ctx, e.DB, e.Now(), ttl, "A", stall) },
		B:     func(stall func()) error { return run(ctx, e.DB, e.Now(), ttl, "B", stall) },
		Awake: func(_, holder *schedule.Holder) error { b = holder; return nil },
	}.Run(ctx)
	if err != nil {
		return schedule.Outcome{}, err
	}
	told, err := Told(errA, lockrow.ErrLost)
	if err == nil {
		written, err = e.Value(ctx, "resource")
	}
	if err == nil {
		err = b.Finish()
	}
	if err != nil {
		return schedule.Outcome{}, err
	}
	end, err := e.Value(ctx, "resource")
	out := schedule.Outcome{Told: told}
	switch {
	case written == "start + A" && end == "start + B":
		out.Data = "A's is written, and lost"
	case written == "start" && end == "start + B":
		out.Data = schedule.OfB
	default:
		err = errors.Join(err, fmt.Errorf("first there was %q, and then %q", written, end))
	}
	return out, err
}

// replyLate has a network that takes 8 s for A's first reply.
func replyLate(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
	run := schedule.Pick(side, latereply.Wrong, latereply.Right)
	network := &slow{pass: func() { e.Pass(8 * time.Second) }}
	rdb := e.Another()
	rdb.AddHook(network)
	begin := e.Now()
	now := func() time.Time { return begin.Add(e.TTL(e.Now().Sub(begin))) } // as fast as the store's clock
	opened := ""
	fate, errA, err := schedule.Late{
		Lock: fourSeconds{e.Key("gate:lock"), e},
		A: func(stall func()) error {
			return run(ctx, rdb, now, e.TTL(ttl), func() { opened += "A" }, stall)
		},
		B: func(stall func()) error {
			return run(ctx, e.Redis, now, ttl, func() { opened += "B" }, stall)
		},
		Writes: true,
	}.Run(ctx)
	if err != nil {
		return schedule.Outcome{}, err
	}
	told, err := Told(errA, lease.ErrLost)
	out := schedule.Outcome{Lock: fate, Told: told}
	switch opened {
	case "BA":
		out.Data = Among
	case "B":
		out.Data = schedule.OfB
	default:
		err = errors.Join(err, fmt.Errorf("the gate was opened by %q", opened))
	}
	return out, err
}

// fourSeconds is a lock whose holder works for 4 s.
type fourSeconds struct {
	stores.Key
	env *stores.Env
}

func (f fourSeconds) Expire(ctx context.Context) error {
	f.env.Pass(4 * time.Second)
	return f.Gone(ctx)
}
