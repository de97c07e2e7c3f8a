package baredel

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/redis/go-redis/v9"
)

var unlockOwn = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`)

// Right gives the script the owner token to compare.
func Right(ctx context.Context, rdb *redis.Client, ttl time.Duration, stall func()) error {
	token := rand.Text()
	ok, err := rdb.SetNX(ctx, "crane:lock", token, ttl).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	stall() // the crane moves
	return unlockOwn.Run(ctx, rdb, []string{"crane:lock"}, token).Err()
}
