// Package twosteps waters a field, one pump at a time.
package twosteps

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var ErrBusy = errors.New("the field is being watered")

var release = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// Wrong takes the lock by one request and gives it an end by another.
func Wrong(ctx context.Context, rdb *redis.Client, ttl time.Duration, stall func()) error {
	token := rand.Text()
	ok, err := rdb.SetNX(ctx, "field:lock", token, 0).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrBusy
	}
	defer release.Run(context.WithoutCancel(ctx), rdb, []string{"field:lock"}, token)
	stall() // between the two requests
	if err := rdb.Expire(ctx, "field:lock", ttl).Err(); err != nil {
		return err
	}
	// … the field is watered …
	return nil
}
