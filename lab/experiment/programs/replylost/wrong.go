// Package replylost renews its lease over a network that loses a reply: the
// renewal was applied, and the program hears of an error.
package replylost

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/leasevet/leasevet/lab/experiment/programs/lease"
)

// keep gives up at the first error, and tells nobody.
func keep(ctx context.Context, l *lease.Lease, tick *time.Ticker) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if ok, err := l.Extend(ctx); err != nil || !ok {
			return
		}
	}
}

// Wrong works on under a lease that nobody renews any more.
func Wrong(ctx context.Context, rdb *redis.Client, ttl time.Duration, tick *time.Ticker, print func(), stall func()) error {
	l, err := lease.Take(ctx, rdb, "plotter:lock", ttl)
	if err != nil {
		return err
	}
	defer l.Give(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go keep(ctx, l, tick)
	stall() // the drawing is worked out
	print()
	stall()
	return nil
}
