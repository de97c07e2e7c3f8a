// Package timers renews in chains of timers, which re-arm themselves.
package timers

import (
	"context"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/redis/rueidis"
)

const every = 3 * time.Second

type Kiln struct {
	client rueidis.Client
	lost   func()
	timer  *time.Timer
}

// Fire re-arms its timer for ever.
func (k *Kiln) Fire(ctx context.Context, mu *redsync.Mutex) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	var beat func()
	beat = func() {
		if ok, err := mu.ExtendContext(context.Background()); err != nil || !ok {
			k.lost()
			return
		}
		time.AfterFunc(every, beat)
	}
	time.AfterFunc(every, beat) // want detachedrenew "(?i)renew|extend"
	return nil
}

// FireTied asks for the caller before each beat.
func (k *Kiln) FireTied(ctx context.Context, mu *redsync.Mutex) {
	var beat func()
	beat = func() {
		if ctx.Err() != nil {
			return
		}
		if ok, err := mu.ExtendContext(ctx); err != nil || !ok {
			k.lost()
			return
		}
		time.AfterFunc(every, beat) // silent: ends with the caller
	}
	time.AfterFunc(every, beat) // silent: ends with the caller
}

var extend = rueidis.NewLuaScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) end return 0`)

// Glaze drives its loop with a ticker and a context that it makes itself.
func (k *Kiln) Glaze(ctx context.Context, key, token string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	tick := time.NewTicker(every)
	go func() { // want detachedrenew "(?i)renew|extend"
		defer tick.Stop()
		for range tick.C {
			n, err := extend.Exec(context.Background(), k.client, []string{key}, []string{token, "9000"}).AsInt64()
			if err != nil || n == 0 {
				k.lost()
				return
			}
		}
	}()
	return nil
}

// GlazeOnce renews a single time, later.
func (k *Kiln) GlazeOnce(ctx context.Context, key, token string) {
	k.timer = time.AfterFunc(every, func() { // silent: a single renewal
		if err := extend.Exec(ctx, k.client, []string{key}, []string{token, "9000"}).Error(); err != nil {
			k.lost()
		}
	})
}

// Remind is a chain of the same form that renews nothing.
func (k *Kiln) Remind(send func(context.Context)) {
	var again func()
	again = func() {
		send(context.Background())
		time.AfterFunc(time.Hour, again) // silent: no renewal
	}
	time.AfterFunc(time.Hour, again) // silent: no renewal
}
