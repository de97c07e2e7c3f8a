// Package lease is a lock in Redis as it should be: its record ends by itself,
// renewal and release compare the owner, and each acquisition gets a number that
// is higher than the one before it. The programs use it where the lock is not
// what goes wrong.
package lease

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var (
	ErrBusy = errors.New("somebody else holds the lock")
	ErrLost = errors.New("the lease is over, and a newer holder may have written")
)

// The number is drawn by the script that takes the lock: drawn by a request of
// its own, it might be drawn after the lease has ended.
var take = redis.NewScript(`
if redis.call("SET", KEYS[1], ARGV[1], "NX", "PX", ARGV[2]) then
	return redis.call("INCR", KEYS[2])
end
return 0`)

var extend = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("PEXPIRE", KEYS[1], ARGV[2])
end
return 0`)

var give = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`)

// A Lease is held from Take to Give, or to the end of its time.
type Lease struct {
	Fence      int64 // the fencing token
	rdb        *redis.Client
	key, token string
	ttl        time.Duration
}

// Take takes the lock, or returns ErrBusy.
func Take(ctx context.Context, rdb *redis.Client, key string, ttl time.Duration) (*Lease, error) {
	token := rand.Text()
	fence, err := take.Run(ctx, rdb, []string{key, key + ":fence"}, token, ttl.Milliseconds()).Int64()
	if err != nil {
		return nil, err
	}
	if fence == 0 {
		return nil, ErrBusy
	}
	return &Lease{Fence: fence, rdb: rdb, key: key, token: token, ttl: ttl}, nil
}

// Extend says whether the lease was still there to extend.
func (l *Lease) Extend(ctx context.Context) (bool, error) {
	return extend.Run(ctx, l.rdb, []string{l.key}, l.token, l.ttl.Milliseconds()).Bool()
}

// Give gives the lock back, if it is still there.
func (l *Lease) Give(ctx context.Context) error {
	return give.Run(ctx, l.rdb, []string{l.key}, l.token).Err()
}

// Keep extends the lease with each tick until ctx ends. When the lease is lost it
// calls lost.
func (l *Lease) Keep(ctx context.Context, tick *time.Ticker, lost context.CancelCauseFunc) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		ok, err := l.Extend(ctx)
		if err != nil {
			continue // not known: the next tick asks again, which does no harm
		}
		if !ok {
			lost(ErrLost)
			return
		}
	}
}
