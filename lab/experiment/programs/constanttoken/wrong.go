// Package constanttoken compares an owner token.
package constanttoken

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var ErrBusy = errors.New("the court is taken")

var release = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// Wrong compares what all holders have in common.
func Wrong(ctx context.Context, rdb *redis.Client, ttl time.Duration, stall func()) error {
	ok, err := rdb.SetNX(ctx, "court:lock", "locked", ttl).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrBusy
	}
	defer release.Run(context.WithoutCancel(ctx), rdb, []string{"court:lock"}, "locked")
	stall() // the court is in use
	return nil
}
