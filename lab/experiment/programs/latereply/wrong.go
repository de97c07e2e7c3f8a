// Package latereply opens a lock gate, which compares no fencing token. It looks at its
// own clock instead.
package latereply

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/leasevet/leasevet/lab/experiment/programs/lease"
)

// Wrong counts its time from when it has heard that it has the lock. Redis counts from
// when it gave it.
func Wrong(ctx context.Context, rdb *redis.Client, now func() time.Time, ttl time.Duration, open func(), stall func()) error {
	l, err := lease.Take(ctx, rdb, "gate:lock", ttl)
	if err != nil {
		return err
	}
	until := now().Add(ttl)
	defer l.Give(context.WithoutCancel(ctx))
	stall() // the gate is prepared
	if !now().Before(until) {
		return lease.ErrLost
	}
	open()
	stall()
	return nil
}
