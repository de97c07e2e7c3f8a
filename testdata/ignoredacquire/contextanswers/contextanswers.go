// Package contextanswers has a lock that answers by a context: one that is done already
// when the lock was not got.
package contextanswers

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var free = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)

type Locker struct{ rdb *redis.Client }

type hold struct {
	rdb         *redis.Client
	name, token string
	done        context.CancelFunc
}

func (h *hold) end() {
	free.Run(context.Background(), h.rdb, []string{"lock:" + h.name}, h.token)
	h.done()
}

func nothing() {}

// Lock waits for the lock. When it comes to nothing the context is done.
func (l *Locker) Lock(ctx context.Context, name string) (context.Context, context.CancelFunc) {
	token := rand.Text()
	child, done := context.WithCancel(ctx)
	for {
		ok, err := l.rdb.SetNX(ctx, "lock:"+name, token, time.Minute).Result()
		if err == nil && ok {
			h := &hold{l.rdb, name, token, done}
			return child, h.end
		}
		select {
		case <-ctx.Done():
			done()
			return ctx, nothing
		case <-time.After(time.Second):
		}
	}
}

type Index struct{ locks *Locker }

// Build works on the context of the lock.
func (x *Index) Build(ctx context.Context, name string, build func(context.Context) error) error {
	held, done := x.locks.Lock(ctx, name) // silent: the context says it
	defer done()
	if err := held.Err(); !errors.Is(err, nil) {
		return err
	}
	return build(held)
}

// TryLock answers by a bool.
func (l *Locker) TryLock(ctx context.Context, name, token string) (bool, error) {
	return l.rdb.SetNX(ctx, "lock:"+name, token, time.Minute).Result()
}

func (l *Locker) Unlock(ctx context.Context, name, token string) error {
	return free.Run(ctx, l.rdb, []string{"lock:" + name}, token).Err()
}

// Blind does not look at it.
func (x *Index) Blind(ctx context.Context, name string, build func(context.Context) error) error {
	token := rand.Text()
	x.locks.TryLock(ctx, name, token) // want ignoredacquire "TryLock of lock .* does not decide what follows"
	defer x.locks.Unlock(context.WithoutCancel(ctx), name, token)
	return build(ctx)
}
