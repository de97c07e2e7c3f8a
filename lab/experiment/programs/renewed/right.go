package renewed

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

// Right renews too, and leaves the last word to the storage.
func Right(ctx context.Context, rdb *redis.Client, ttl time.Duration, tick *time.Ticker, value string, stall func()) error {
	l, err := lease.Take(ctx, rdb, "forecast:lock", ttl)
	if err != nil {
		return err
	}
	defer l.Give(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go l.Keep(ctx, tick, cancel)
	stall() // the forecast is worked out
	ok, err := set.Run(ctx, rdb, []string{"forecast"}, l.Fence, value).Bool()
	if err != nil {
		return err
	}
	if !ok {
		return lease.ErrLost
	}
	stall()
	return nil
}
