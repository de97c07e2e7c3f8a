// Package plainexpire bakes in batches and extends its lock between two of them.
package plainexpire

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var (
	ErrBusy = errors.New("the oven is in use")
	ErrLost = errors.New("the oven is somebody else's by now")
)

var release = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// Wrong extends whatever record is there, and takes the yes for its own.
func Wrong(ctx context.Context, rdb *redis.Client, ttl time.Duration, stall func()) error {
	token := rand.Text()
	ok, err := rdb.SetNX(ctx, "oven:lock", token, ttl).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrBusy
	}
	defer release.Run(context.WithoutCancel(ctx), rdb, []string{"oven:lock"}, token)
	stall() // the first batch
	ok, err = rdb.Expire(ctx, "oven:lock", ttl).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrLost
	}
	stall() // the second batch
	return nil
}
