// Package generalstore is a program's own Redis package: every key gets the
// program's prefix, and among its many commands there is a lock.
package generalstore

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

var (
	client *redis.Client
	prefix = "harbour"

	errTaken = errors.New("taken")
)

// full is the key as it stands in Redis.
func full(parts ...string) string {
	if len(parts) == 0 {
		return prefix
	}
	var b strings.Builder
	b.WriteString(prefix)
	for _, p := range parts {
		b.WriteByte(':')
		b.WriteString(p)
	}
	return b.String()
}

// Lock takes a lock.
func Lock(ctx context.Context, key string, ttl time.Duration) error {
	ok, err := client.SetNX(ctx, full(key), "1", ttl).Result() // want ownertoken "constant"
	if err != nil {
		return err
	}
	if !ok {
		return errTaken
	}
	return nil
}

// Unlock ends whoever's it is.
func Unlock(ctx context.Context, key string) error {
	return client.Del(ctx, full(key)).Err() // want unconditionalrelease "DEL"
}

// Del deletes any key.
func Del(ctx context.Context, key string) error {
	return client.Del(ctx, full(key)).Err() // silent: any key, and not the end of a lock
}

// Expire gives any key a time to live.
func Expire(ctx context.Context, key string, ttl time.Duration) error {
	return client.Expire(ctx, full(key), ttl).Err() // silent: any key
}

// DelField deletes a field of a hash.
func DelField(ctx context.Context, key, field string) error {
	return client.HDel(ctx, full(key), field).Err() // silent: any key
}

// Reload writes a cached value that was read again.
func Reload(ctx context.Context, key string, load func(old string) string, ttl time.Duration) error {
	old, err := client.Get(ctx, full(key)).Result()
	if err != nil {
		return err
	}
	return client.Set(ctx, full(key), load(old), ttl).Err() // silent: any key
}
