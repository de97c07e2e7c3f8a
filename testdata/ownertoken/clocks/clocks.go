// Package clocks rings church bells under locks whose owner is a time.
package clocks

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"
)

const compare = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`

type BellLock struct{ rdb redis.UniversalClient }

func (b *BellLock) bySecond(ctx context.Context, bell string) (string, bool, error) {
	token := strconv.FormatInt(time.Now().Unix(), 10)
	ok, err := b.rdb.SetNX(ctx, "bell:"+bell, token, time.Minute).Result() // want ownertoken "the time as owner"
	return token, ok, err
}

func (b *BellLock) byMilli(ctx context.Context, bell string) (string, bool, error) {
	token := fmt.Sprintf("bell-%d", time.Now().UnixNano()/int64(time.Millisecond))
	ok, err := b.rdb.SetNX(ctx, "bell:"+bell, token, time.Minute).Result() // want ownertoken "the time as owner"
	return token, ok, err
}

func (b *BellLock) byText(ctx context.Context, bell string) (string, bool, error) {
	token := time.Now().Format("2006-01-02 15:04:05.000")
	ok, err := b.rdb.SetNX(ctx, "bell:"+bell, token, time.Minute).Result() // want ownertoken "the time as owner"
	return token, ok, err
}

func (b *BellLock) byDeadline(ctx context.Context, bell string, ttl time.Duration) (string, bool, error) {
	until := time.Now().Add(ttl)
	ok, err := b.rdb.SetNX(ctx, "bell:"+bell, until, ttl).Result() // want ownertoken "deadline"
	return until.Format(time.RFC3339Nano), ok, err
}

func (b *BellLock) byNano(ctx context.Context, bell string) (string, bool, error) {
	token := strconv.FormatInt(time.Now().UnixNano(), 10)
	ok, err := b.rdb.SetNX(ctx, "bell:"+bell, token, time.Minute).Result() // silent: nanoseconds are hardly ever shared
	return token, ok, err
}

func (b *BellLock) byNanoText(ctx context.Context, bell string) (string, bool, error) {
	token := time.Now().Format(time.RFC3339Nano)
	ok, err := b.rdb.SetNX(ctx, "bell:"+bell, token, time.Minute).Result() // silent: nanoseconds
	return token, ok, err
}

func (b *BellLock) release(ctx context.Context, bell, token string) error {
	return b.rdb.Eval(ctx, compare, []string{"bell:" + bell}, token).Err()
}
