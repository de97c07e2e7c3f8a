package generalstore

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/redis/go-redis/v9"
)

// Store is the same as a type, with a prefix of its own and a key function.
type Store struct {
	rdb  redis.UniversalClient
	name string
}

func (s *Store) key(k string) string { return s.name + ":" + k }

// Acquire takes a lock for an owner.
func (s *Store) Acquire(ctx context.Context, k, owner string, ttl time.Duration) (bool, error) {
	return s.rdb.SetNX(ctx, s.key(k), owner, ttl).Result()
}

// Release ends whoever's it is.
func (s *Store) Release(ctx context.Context, k string) error {
	return s.rdb.Del(ctx, s.key(k)).Err() // want unconditionalrelease "DEL"
}

// Remove deletes any key.
func (s *Store) Remove(ctx context.Context, k string) error {
	return s.rdb.Del(ctx, s.key(k)).Err() // silent: any key
}

// Touch gives any key more time.
func (s *Store) Touch(ctx context.Context, k string, ttl time.Duration) error {
	return s.rdb.Expire(ctx, s.key(k), ttl).Err() // silent: any key
}

// Berth is a user of the store, whose keys say what they are.
type Berth struct {
	store *Store
	id    string
}

// Dock works under a lock, and clears its cache when it is done.
func (b *Berth) Dock(ctx context.Context, work func(context.Context) error) error {
	ok, err := b.store.Acquire(ctx, "berth-lock:"+b.id, rand.Text(), 20*time.Second)
	if err != nil || !ok {
		return err
	}
	defer b.store.Remove(context.WithoutCancel(ctx), "berth-lock:"+b.id) // want unconditionalrelease "DEL in Remove"
	if err := work(ctx); err != nil {
		return err
	}
	return b.store.Remove(ctx, "berth-cache:"+b.id) // silent: the cache's key
}
