// Package markers sets keys if they are absent and does not care: caches, counters
// of visits, records of what was done.
package markers

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func Cache(ctx context.Context, rdb *redis.Client, key string, value []byte, use func([]byte) error) error {
	if err := rdb.SetNX(ctx, "page:"+key, value, time.Hour).Err(); err != nil {
		return err
	}
	return use(value)
}

func FirstSeen(ctx context.Context, rdb *redis.Client, user string, greet func() error) error {
	rdb.SetNX(ctx, "seen:"+user, time.Now().Unix(), 0)
	return greet()
}

// ReadBack compares what is there with its own value in place of the bool.
func ReadBack(ctx context.Context, rdb *redis.Client, node string) (bool, error) {
	if err := rdb.SetNX(ctx, "leader", node, time.Minute).Err(); err != nil {
		return false, err
	}
	now, err := rdb.Get(ctx, "leader").Result()
	return now == node, err
}
