// Package ifaces hides its store behind interfaces: one of its own, and one
// that repeats a client's methods.
package ifaces

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var errTaken = errors.New("table is being laid")

// Guard is what the rest of the program sees.
type Guard interface {
	Acquire(ctx context.Context, name, owner string, ttl time.Duration) (bool, error)
	Release(ctx context.Context, name string) error
	ReleaseOwned(ctx context.Context, name, owner string) error
}

type redisGuard struct{ rdb *redis.Client }

var _ Guard = (*redisGuard)(nil)

func (g *redisGuard) Acquire(ctx context.Context, name, owner string, ttl time.Duration) (bool, error) {
	return g.rdb.SetNX(ctx, "guard:"+name, owner, ttl).Result()
}

func (g *redisGuard) Release(ctx context.Context, name string) error {
	return g.rdb.Del(ctx, "guard:"+name).Err() // want unconditionalrelease "DEL.*guard:"
}

const releaseOwned = `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`

func (g *redisGuard) ReleaseOwned(ctx context.Context, name, owner string) error {
	return g.rdb.Eval(ctx, releaseOwned, []string{"guard:" + name}, owner).Err() // silent: compares
}

// Waiter works with whatever Guard it was given.
type Waiter struct{ guard Guard }

func NewWaiter(rdb *redis.Client) *Waiter { return &Waiter{guard: &redisGuard{rdb}} }

func (w *Waiter) Lay(ctx context.Context, table string, lay func(context.Context) error) error {
	me := rand.Text()
	ok, err := w.guard.Acquire(ctx, table, me, time.Minute)
	if err != nil {
		return err
	}
	if !ok {
		return errTaken
	}
	defer w.guard.ReleaseOwned(context.WithoutCancel(ctx), table, me) // silent: the implementation compares
	return lay(ctx)
}

// Commands is the part of go-redis that this package uses; tests fake it.
type Commands interface {
	SetNX(ctx context.Context, key string, value any, expiration time.Duration) *redis.BoolCmd
	Get(ctx context.Context, key string) *redis.StringCmd
	Del(ctx context.Context, keys ...string) *redis.IntCmd
	Expire(ctx context.Context, key string, expiration time.Duration) *redis.BoolCmd
}

type Menu struct{ cmd Commands }

func (m *Menu) Print(ctx context.Context, day string, print func(context.Context) error) error {
	token := rand.Text()
	ok, err := m.cmd.SetNX(ctx, "menu:"+day, token, 30*time.Second).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errTaken
	}
	defer m.cmd.Del(context.WithoutCancel(ctx), "menu:"+day) // want unconditionalrelease "DEL.*menu:"
	if err := print(ctx); err != nil {
		return err
	}
	return m.cmd.Expire(ctx, "menu:"+day, 30*time.Second).Err() // want unconditionalrelease "EXPIRE.*menu:"
}

// Rewrite compares in Go, which is too early.
func (m *Menu) Rewrite(ctx context.Context, day, token string) error {
	if m.cmd.Get(ctx, "menu:"+day).Val() != token {
		return errTaken
	}
	return m.cmd.Del(ctx, "menu:"+day).Err() // want unconditionalrelease "DEL.*menu:"
}

func (m *Menu) Forget(ctx context.Context, dish string) error {
	return m.cmd.Del(ctx, "dish-photo:"+dish).Err() // silent: a cache
}
