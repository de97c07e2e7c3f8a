package onlylogged

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/leasevet/leasevet/lab/experiment/programs/lease"
)

// Right prints the next page only when the lease was there to renew.
func Right(ctx context.Context, rdb *redis.Client, ttl time.Duration, pages []string, print func(string), stall func()) error {
	l, err := lease.Take(ctx, rdb, "printer:lock", ttl)
	if err != nil {
		return err
	}
	defer l.Give(context.WithoutCancel(ctx))
	for _, page := range pages {
		if ok, err := l.Extend(ctx); err != nil || !ok {
			return errors.Join(lease.ErrLost, err)
		}
		print(page)
		stall()
	}
	return nil
}
