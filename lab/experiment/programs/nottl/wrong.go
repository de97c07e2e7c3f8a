// Package nottl opens a drawbridge, one keeper at a time.
package nottl

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var ErrBusy = errors.New("the bridge is being moved")

var release = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// Wrong has a record that only its holder ends.
func Wrong(ctx context.Context, rdb *redis.Client, _ time.Duration, stall func()) error {
	token := rand.Text()
	ok, err := rdb.SetNX(ctx, "bridge:lock", token, 0).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrBusy
	}
	defer release.Run(context.WithoutCancel(ctx), rdb, []string{"bridge:lock"}, token)
	stall() // the bridge moves
	return nil
}
