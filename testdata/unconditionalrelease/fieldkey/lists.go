package fieldkey

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var errPartly = errors.New("some are taken")

// Set takes several lockers of a station at once.
type Set struct {
	rdb  *redis.Client
	keys []string
	seen []string
}

func (s *Set) Lock(ctx context.Context, owner string, names ...string) error {
	for _, name := range names {
		key := "station:" + name
		ok, err := s.rdb.SetNX(ctx, key, owner, time.Minute).Result()
		if err != nil || !ok {
			return errors.Join(err, errPartly, s.Unlock(ctx))
		}
		s.keys = append(s.keys, key)
		s.seen = append(s.seen, "seen:"+name)
	}
	return nil
}

func (s *Set) Unlock(ctx context.Context) error {
	return s.rdb.Del(ctx, s.keys...).Err() // want unconditionalrelease "DEL of .*s.keys.* does not compare the owner"
}

func (s *Set) Clear(ctx context.Context) error {
	return s.rdb.Del(ctx, s.seen...).Err() // silent: other keys
}
