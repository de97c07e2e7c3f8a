// Package contextless renews with clients that take no context. A channel, or a
// look at the caller's context, has to do.
package contextless

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	redis7 "github.com/go-redis/redis/v7"
	"github.com/mediocregopher/radix/v3"
)

var errBusy = errors.New("telescope is in use")

const ttl = 20 * time.Second

const extendLua = `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("pexpire", KEYS[1], ARGV[2]) end return 0`

// Telescope runs on go-redis v7.
type Telescope struct {
	rdb   *redis7.Client
	token string
	lost  func()
}

var extend7 = redis7.NewScript(extendLua)

func (t *Telescope) take(name string) error {
	t.token = rand.Text()
	ok, err := t.rdb.SetNX("telescope:"+name, t.token, ttl).Result()
	if err == nil && !ok {
		err = errBusy
	}
	return err
}

func (t *Telescope) Observe(ctx context.Context, name string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := t.take(name); err != nil {
		return err
	}
	go func() { // want detachedrenew "(?i)renew|extend|script"
		for range time.Tick(ttl / 3) {
			if n, err := extend7.Run(t.rdb, []string{"telescope:" + name}, t.token, ttl.Milliseconds()).Int(); err != nil || n == 0 {
				t.lost()
				return
			}
		}
	}()
	return nil
}

func (t *Telescope) ObserveTied(ctx context.Context, name string) error {
	if err := t.take(name); err != nil {
		return err
	}
	go func() { // silent: leaves when the caller's context is done
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(ttl / 3):
			}
			if n, err := extend7.Run(t.rdb, []string{"telescope:" + name}, t.token, ttl.Milliseconds()).Int(); err != nil || n == 0 {
				t.lost()
				return
			}
		}
	}()
	return nil
}

// ObserveUntil has no context; its stop is all that there can be.
func (t *Telescope) ObserveUntil(name string) (stop func(), err error) {
	if err := t.take(name); err != nil {
		return nil, err
	}
	done := make(chan struct{})
	go func() { // silent: no context here, and stop ends it
		for {
			select {
			case <-done:
				return
			case <-time.After(ttl / 3):
			}
			if n, err := extend7.Run(t.rdb, []string{"telescope:" + name}, t.token, ttl.Milliseconds()).Int(); err != nil || n == 0 {
				t.lost()
				return
			}
		}
	}()
	return func() { close(done) }, nil
}

// Dome runs on radix v3.
type Dome struct {
	pool *radix.Pool
	lost func()
}

var extend3 = radix.NewEvalScript(1, extendLua)

// Open is never told to stop.
func (d *Dome) Open(key, token string) {
	go func() { // want detachedrenew "(?i)renew|extend|script"
		for {
			time.Sleep(ttl / 3)
			var n int
			if err := d.pool.Do(extend3.Cmd(&n, key, token, "20000")); err != nil || n == 0 {
				d.lost()
				return
			}
		}
	}()
}
