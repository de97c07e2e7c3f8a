// Package baredel moves a crane, one driver at a time, and releases it by a script.
package baredel

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("the crane is being moved")

// A script is atomic, and this one compares nothing in its atom.
var unlock = redis.NewScript(`
if redis.call("EXISTS", KEYS[1]) == 1 then
	return redis.call("DEL", KEYS[1])
end
return 0`)

// Wrong releases by the script.
func Wrong(ctx context.Context, rdb *redis.Client, ttl time.Duration, stall func()) error {
	ok, err := rdb.SetNX(ctx, "crane:lock", rand.Text(), ttl).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	stall() // the crane moves
	return unlock.Run(ctx, rdb, []string{"crane:lock"}).Err()
}
