// Package goredisold is written for a release without contexts, and has a script
// of its own.
package goredisold

import (
	"time"

	"github.com/go-redis/redis/v7"
	"github.com/google/uuid"
)

var (
	unlock = redis.NewScript(`
		if redis.call("get", KEYS[1]) == ARGV[1] then
			return redis.call("del", KEYS[1])
		end
		return 0`)
	_ = unlock
)

func Migrate(rdb *redis.Client, migrate func() error) error {
	me := uuid.NewString()
	ok, err := rdb.SetNX("migrate:lock", me, time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	defer rdb.Del("migrate:lock") // want unconditionalrelease "DEL"
	return migrate()
}
