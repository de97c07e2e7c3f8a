package plainexpire

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/redis/go-redis/v9"
)

var extend = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) end return 0`)

// Right extends its own record only, and learns when that is gone.
func Right(ctx context.Context, rdb *redis.Client, ttl time.Duration, stall func()) error {
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
	ok, err = extend.Run(ctx, rdb, []string{"oven:lock"}, token, ttl.Milliseconds()).Bool()
	if err != nil {
		return err
	}
	if !ok {
		return ErrLost
	}
	stall() // the second batch
	return nil
}
