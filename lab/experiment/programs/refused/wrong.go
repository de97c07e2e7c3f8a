// Package refused sends the letters of the day, once.
package refused

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var ErrBusy = errors.New("the letters are being sent")

var release = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// Wrong asks for the error. A lock that somebody else holds is none.
func Wrong(ctx context.Context, rdb *redis.Client, ttl time.Duration, send func(), stall func()) error {
	token := rand.Text()
	if err := rdb.SetNX(ctx, "letters:lock", token, ttl).Err(); err != nil {
		return err
	}
	defer release.Run(context.WithoutCancel(ctx), rdb, []string{"letters:lock"}, token)
	send()
	stall()
	return nil
}
