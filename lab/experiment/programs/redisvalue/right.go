package redisvalue

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/leasevet/leasevet/lab/experiment/programs/lease"
)

var set = redis.NewScript(`
if tonumber(redis.call("HGET", KEYS[1], "fence") or "0") <= tonumber(ARGV[1]) then
	redis.call("HSET", KEYS[1], "value", ARGV[2], "fence", ARGV[1])
	return 1
end
return 0`)

// Right has a script compare the fencing token that stands beside the value.
func Right(ctx context.Context, rdb *redis.Client, ttl time.Duration, value string, stall func()) error {
	l, err := lease.Take(ctx, rdb, "timetable:lock", ttl)
	if err != nil {
		return err
	}
	defer l.Give(context.WithoutCancel(ctx))
	stall() // the timetable is worked out
	ok, err := set.Run(ctx, rdb, []string{"timetable"}, l.Fence, value).Bool()
	if err != nil {
		return err
	}
	if !ok {
		return lease.ErrLost
	}
	stall()
	return nil
}
