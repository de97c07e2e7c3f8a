// Package deadline keeps when it ends as the value of a lock record.
package deadline

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var ErrTaken = errors.New("taken")

type Lock struct {
	RDB redis.UniversalClient
}

func (l Lock) LockWithRetries(ctx context.Context, key string, until int64) error {
	for range 3 {
		if err := l.Lock(ctx, key, until); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return ErrTaken
}

// Lock takes over a record whose deadline has passed.
func (l Lock) Lock(ctx context.Context, key string, until int64) error {
	now := time.Now().UnixNano()
	ok, err := l.RDB.SetNX(ctx, key, until, time.Duration(until-now)).Result()
	if err != nil || ok {
		return err
	}
	old, err := l.RDB.Get(ctx, key).Int64()
	if err != nil {
		return err
	}
	if old > now {
		return ErrTaken
	}
	was, err := l.RDB.GetSet(ctx, key, until).Int64()
	if err != nil {
		return err
	}
	if was != old {
		return ErrTaken
	}
	return l.RDB.Expire(ctx, key, time.Duration(until-now)).Err() // silent: the TTL of what was just taken
}

// LockOrProlong gives more time to whoever has the lock.
func (l Lock) LockOrProlong(ctx context.Context, key string, until int64) error {
	ttl := time.Until(time.Unix(0, until))
	ok, err := l.RDB.SetNX(ctx, key, until, ttl).Result()
	if err != nil || ok {
		return err
	}
	l.RDB.Expire(ctx, key, ttl) // want unconditionalrelease "EXPIRE"
	return ErrTaken
}
