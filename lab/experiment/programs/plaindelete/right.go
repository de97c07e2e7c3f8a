package plaindelete

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/redis/go-redis/v9"
)

var release = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// Right lets Redis compare the owner in the request that deletes.
func Right(ctx context.Context, rdb *redis.Client, ttl time.Duration, stall func()) error {
	token := rand.Text()
	ok, err := rdb.SetNX(ctx, "labels:lock", token, ttl).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer release.Run(context.WithoutCancel(ctx), rdb, []string{"labels:lock"}, token)
	stall() // the labels are printed here
	return nil
}
