// Package redisvalue keeps a timetable in the Redis that keeps its lock, too.
package redisvalue

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/leasevet/leasevet/lab/experiment/programs/lease"
)

// Wrong sets the value: Redis compares nothing by itself.
func Wrong(ctx context.Context, rdb *redis.Client, ttl time.Duration, value string, stall func()) error {
	l, err := lease.Take(ctx, rdb, "timetable:lock", ttl)
	if err != nil {
		return err
	}
	defer l.Give(context.WithoutCancel(ctx))
	stall() // the timetable is worked out
	err = rdb.HSet(ctx, "timetable", "value", value).Err()
	stall()
	return err
}
