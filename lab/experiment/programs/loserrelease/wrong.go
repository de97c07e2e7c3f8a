// Package loserrelease closes the books of a month.
package loserrelease

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var ErrBusy = errors.New("the books are being closed")

var release = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// Wrong defers the release before it knows whether there is something to
// release.
func Wrong(ctx context.Context, rdb *redis.Client, ttl time.Duration, stall func()) error {
	ok, err := rdb.SetNX(ctx, "books:lock", rand.Text(), ttl).Result()
	defer rdb.Del(context.WithoutCancel(ctx), "books:lock")
	if err != nil {
		return err
	}
	if !ok {
		return ErrBusy
	}
	stall() // the books are closed
	return nil
}
