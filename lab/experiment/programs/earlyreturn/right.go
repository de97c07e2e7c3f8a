package earlyreturn

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/leasevet/leasevet/lab/experiment/programs/lease"
)

// Right gives it back on every way out.
func Right(ctx context.Context, rdb *redis.Client, ttl time.Duration, read func() error) error {
	l, err := lease.Take(ctx, rdb, "import:lock", ttl)
	if err != nil {
		return err
	}
	defer l.Give(context.WithoutCancel(ctx))
	return read()
}
