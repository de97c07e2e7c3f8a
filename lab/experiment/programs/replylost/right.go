package replylost

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/leasevet/leasevet/lab/experiment/programs/lease"
)

// keepOn asks again: a renewal that compares the owner does no harm when it is
// applied twice, and its second answer is clear.
func keepOn(ctx context.Context, l *lease.Lease, tick *time.Ticker, lost context.CancelCauseFunc) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		ok, err := l.Extend(ctx)
		if err == nil && !ok {
			lost(lease.ErrLost)
			return
		}
	}
}

// Right keeps its lease, and looks whether it was lost before it prints.
func Right(ctx context.Context, rdb *redis.Client, ttl time.Duration, tick *time.Ticker, print func(), stall func()) error {
	l, err := lease.Take(ctx, rdb, "plotter:lock", ttl)
	if err != nil {
		return err
	}
	defer l.Give(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go keepOn(ctx, l, tick, cancel)
	stall() // the drawing is worked out
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	print()
	stall()
	return nil
}
