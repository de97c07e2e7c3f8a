// Package interval renews its lease by a ticker.
package interval

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var (
	ErrBusy = errors.New("the film is being developed")
	errLost = errors.New("the lease is over")
)

var (
	extend  = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) end return 0`)
	release = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)
)

const ttl = 1500 * time.Millisecond

// Wrong renews every five seconds what lives for less than two.
func Wrong(ctx context.Context, rdb *redis.Client, stall func()) error {
	token := rand.Text()
	ok, err := rdb.SetNX(ctx, "film:lock", token, ttl).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrBusy
	}
	defer release.Run(context.WithoutCancel(ctx), rdb, []string{"film:lock"}, token)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		tick := time.NewTicker(5 * time.Second)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if ok, err := extend.Run(ctx, rdb, []string{"film:lock"}, token, ttl.Milliseconds()).Bool(); err != nil || !ok {
				cancel(errLost)
				return
			}
		}
	}()
	stall() // the film is developed
	return context.Cause(ctx)
}
