// Package wrapper hides its lock behind a mutex of the house.
package wrapper

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("the catalogue is being rebuilt")

type mutex struct {
	rdb *redis.Client
	key string
	ttl time.Duration
}

func (m *mutex) Lock(ctx context.Context) error {
	ok, err := m.rdb.SetNX(ctx, m.key, rand.Text(), m.ttl).Result()
	if err == nil && !ok {
		err = errBusy
	}
	return err
}

func (m *mutex) Unlock(ctx context.Context) error {
	return m.rdb.Del(ctx, m.key).Err()
}

// Wrong looks as harmless as sync.Mutex.
func Wrong(ctx context.Context, rdb *redis.Client, ttl time.Duration, stall func()) error {
	m := &mutex{rdb: rdb, key: "catalogue:lock", ttl: ttl}
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	stall() // the catalogue is rebuilt
	return nil
}
