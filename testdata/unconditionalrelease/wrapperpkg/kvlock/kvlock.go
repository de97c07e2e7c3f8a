// Package kvlock is the house's lock: both ends are here, so that the fault is
// here too, and not at the callers.
package kvlock

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var ErrLocked = errors.New("kvlock: locked")

type Locker struct {
	rdb redis.UniversalClient
	ttl time.Duration
}

func New(rdb redis.UniversalClient, ttl time.Duration) *Locker {
	return &Locker{rdb: rdb, ttl: ttl}
}

// Lock takes name for the locker's TTL.
func (l *Locker) Lock(ctx context.Context, name string) error {
	ok, err := l.rdb.SetNX(ctx, "lock/"+name, rand.Text(), l.ttl).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrLocked
	}
	return nil
}

// Unlock gives name back.
func (l *Locker) Unlock(ctx context.Context, name string) error {
	return l.rdb.Del(ctx, "lock/"+name).Err() // want unconditionalrelease "DEL.*lock/"
}

var unlock = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)

// LockToken is Lock for those who want to prove themselves to UnlockToken.
func (l *Locker) LockToken(ctx context.Context, name string) (string, error) {
	token := rand.Text()
	ok, err := l.rdb.SetNX(ctx, "lock/"+name, token, l.ttl).Result()
	if err == nil && !ok {
		err = ErrLocked
	}
	return token, err
}

func (l *Locker) UnlockToken(ctx context.Context, name, token string) error {
	return unlock.Run(ctx, l.rdb, []string{"lock/" + name}, token).Err() // silent: compares
}
