// Package unit has its TTL as a number in its configuration.
package unit

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var ErrBusy = errors.New("the tank is being filled")

var release = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// Wrong takes seconds for a duration: these are nanoseconds.
func Wrong(ctx context.Context, rdb *redis.Client, ttlSeconds int, stall func()) error {
	token := rand.Text()
	ok, err := rdb.SetNX(ctx, "tank:lock", token, time.Duration(ttlSeconds)).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrBusy
	}
	defer release.Run(context.WithoutCancel(ctx), rdb, []string{"tank:lock"}, token)
	stall() // the tank is filled
	return nil
}
