package latereply

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/leasevet/leasevet/lab/experiment/programs/lease"
)

// Right counts from before it has asked.
func Right(ctx context.Context, rdb *redis.Client, now func() time.Time, ttl time.Duration, open func(), stall func()) error {
	until := now().Add(ttl)
	l, err := lease.Take(ctx, rdb, "gate:lock", ttl)
	if err != nil {
		return err
	}
	defer l.Give(context.WithoutCancel(ctx))
	stall() // the gate is prepared
	if !now().Before(until) {
		return lease.ErrLost
	}
	open()
	stall()
	return nil
}
