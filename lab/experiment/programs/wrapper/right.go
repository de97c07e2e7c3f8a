package wrapper

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/redis/go-redis/v9"
)

var release = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// ownedMutex knows what it has written.
type ownedMutex struct {
	rdb        *redis.Client
	key, token string
	ttl        time.Duration
}

func (m *ownedMutex) Lock(ctx context.Context) error {
	m.token = rand.Text()
	ok, err := m.rdb.SetNX(ctx, m.key, m.token, m.ttl).Result()
	if err == nil && !ok {
		err = errBusy
	}
	return err
}

func (m *ownedMutex) Unlock(ctx context.Context) error {
	return release.Run(ctx, m.rdb, []string{m.key}, m.token).Err()
}

// Right is the same code over a mutex that compares.
func Right(ctx context.Context, rdb *redis.Client, ttl time.Duration, stall func()) error {
	m := &ownedMutex{rdb: rdb, key: "catalogue:lock", ttl: ttl}
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	stall() // the catalogue is rebuilt
	return nil
}
