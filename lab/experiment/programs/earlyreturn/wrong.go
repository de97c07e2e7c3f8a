// Package earlyreturn imports a file that may be damaged.
package earlyreturn

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/leasevet/leasevet/lab/experiment/programs/lease"
)

// Wrong forgets the lock where the file is damaged.
func Wrong(ctx context.Context, rdb *redis.Client, ttl time.Duration, read func() error) error {
	l, err := lease.Take(ctx, rdb, "import:lock", ttl)
	if err != nil {
		return err
	}
	if err := read(); err != nil {
		return err
	}
	return l.Give(context.WithoutCancel(ctx))
}
