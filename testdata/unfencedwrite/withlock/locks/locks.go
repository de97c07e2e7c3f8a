// Package locks runs functions while a name is locked.
package locks

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var ErrTaken = errors.New("locks: taken")

var release = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)

type Locks struct {
	rdb redis.UniversalClient
	ttl time.Duration
}

func New(rdb redis.UniversalClient, ttl time.Duration) *Locks { return &Locks{rdb: rdb, ttl: ttl} }

func (l *Locks) acquire(ctx context.Context, name string) (func(), error) {
	key, token := "lock:"+name, rand.Text()
	ok, err := l.rdb.SetNX(ctx, key, token, l.ttl).Result()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, ErrTaken
	}
	return func() { release.Run(context.WithoutCancel(ctx), l.rdb, []string{key}, token) }, nil
}

// Do runs fn while name is locked.
func (l *Locks) Do(ctx context.Context, name string, fn func(ctx context.Context) error) error {
	unlock, err := l.acquire(ctx, name)
	if err != nil {
		return err
	}
	defer unlock()
	return fn(ctx)
}

// Value is Do for a function with a result.
func Value[T any](ctx context.Context, l *Locks, name string, fn func(ctx context.Context) (T, error)) (zero T, err error) {
	unlock, err := l.acquire(ctx, name)
	if err != nil {
		return zero, err
	}
	defer unlock()
	return fn(ctx)
}

// Retry runs fn without any lock, until it works.
func Retry(ctx context.Context, fn func(ctx context.Context) error) error {
	for {
		if err := fn(ctx); err == nil || ctx.Err() != nil {
			return err
		}
	}
}
