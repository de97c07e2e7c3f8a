// Package renewed renews its lease while it works, as one should.
package renewed

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/leasevet/leasevet/lab/experiment/programs/lease"
)

// Wrong trusts its renewal: a process that stalls does not renew either.
func Wrong(ctx context.Context, rdb *redis.Client, ttl time.Duration, tick *time.Ticker, value string, stall func()) error {
	l, err := lease.Take(ctx, rdb, "forecast:lock", ttl)
	if err != nil {
		return err
	}
	defer l.Give(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go l.Keep(ctx, tick, cancel)
	stall() // the forecast is worked out
	err = rdb.HSet(ctx, "forecast", "value", value).Err()
	stall()
	return err
}
