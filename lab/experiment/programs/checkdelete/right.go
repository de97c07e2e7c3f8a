package checkdelete

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/redis/go-redis/v9"
)

var release = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// Right does both in one script, which nothing runs in between of.
func Right(ctx context.Context, rdb *redis.Client, ttl time.Duration, stall func()) error {
	token := rand.Text()
	ok, err := rdb.SetNX(ctx, "stock:lock", token, ttl).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer func() {
		stall()
		release.Run(ctx, rdb, []string{"stock:lock"}, token)
	}()
	// … the stock is counted …
	return nil
}
