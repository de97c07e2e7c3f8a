// Package reentrant takes its locks by a script that lets the holder in again.
package reentrant

import (
	"context"
	"crypto/rand"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"
)

const enterScript = `
if redis.call("GET", KEYS[1]) == ARGV[1] then
    redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
    return "OK"
else
    return redis.call("SET", KEYS[1], ARGV[1], "NX", "PX", ARGV[2])
end
`

const leaveScript = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`

var (
	enter = redis.NewScript(enterScript)
	leave = redis.NewScript(leaveScript)
)

// Gate is a lock that its holder may take again.
type Gate struct {
	key   string
	rdb   *redis.Client
	token string
	ttl   time.Duration
}

func New(rdb *redis.Client, name string, ttl time.Duration) *Gate {
	return &Gate{key: "gate:" + name, rdb: rdb, token: rand.Text(), ttl: ttl}
}

// Enter takes the lock and keeps it while ctx lives.
func (g *Gate) Enter(ctx context.Context) (bool, error) {
	res, err := enter.Run(ctx, g.rdb, []string{g.key}, []string{g.token, strconv.FormatInt(g.ttl.Milliseconds(), 10)}).Result()
	if err == redis.Nil {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if s, ok := res.(string); ok && s == "OK" {
		go g.renew(ctx)
		return true, nil
	}
	return false, nil
}

func (g *Gate) renew(ctx context.Context) {
	t := time.NewTicker(g.ttl / 3)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			g.rdb.Expire(ctx, g.key, g.ttl) // want unconditionalrelease "EXPIRE" lostlease "EXPIRE"
		}
	}
}

// Leave ends the lock if it is the gate's own.
func (g *Gate) Leave(ctx context.Context) (bool, error) {
	n, err := leave.Run(ctx, g.rdb, []string{g.key}, g.token).Int()
	return n == 1, err
}
