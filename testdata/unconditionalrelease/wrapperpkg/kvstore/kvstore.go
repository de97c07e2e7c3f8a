// Package kvstore is the house's store. What a key stands for, only the caller
// knows.
package kvstore

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// PutAbsent stores value unless the key exists.
func PutAbsent(ctx context.Context, rdb redis.Cmdable, key, value string, ttl time.Duration) (bool, error) {
	return rdb.SetNX(ctx, key, value, ttl).Result()
}

// Drop removes keys of any kind.
func Drop(ctx context.Context, rdb redis.Cmdable, keys ...string) error {
	if len(keys) == 0 {
		return nil
	}
	return rdb.Del(ctx, keys...).Err() // silent: the keys may be anything
}

// KeepFor moves the TTL of a key of any kind.
func KeepFor(ctx context.Context, rdb redis.Cmdable, key string, ttl time.Duration) error {
	return rdb.Expire(ctx, key, ttl).Err() // silent: the key may be anything
}

const dropEqual = `
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`

// DropEqual removes key while it holds value.
func DropEqual(ctx context.Context, rdb redis.Cmdable, key, value string) (bool, error) {
	return rdb.Eval(ctx, dropEqual, []string{key}, value).Bool() // silent: compares
}
