// Package goroutines wants re-entrant locks, and calls a goroutine the holder.
package goroutines

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"runtime"

	"github.com/gomodule/redigo/redis"
)

const del = `
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`

func goroutineID() string {
	buf := make([]byte, 64)
	buf = buf[:runtime.Stack(buf, false)]
	return string(bytes.Fields(bytes.TrimPrefix(buf, []byte("goroutine ")))[0])
}

type Reentrant struct {
	pool  *redis.Pool
	key   string
	token string
}

func NewReentrant(pool *redis.Pool, film string) *Reentrant {
	return &Reentrant{pool: pool, key: "film:" + film, token: fmt.Sprintf("%d_%s", os.Getpid(), goroutineID())}
}

func (r *Reentrant) Lock(ctx context.Context) error {
	conn, err := r.pool.GetContext(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = redis.String(conn.Do("SET", r.key, r.token, "NX", "PX", 20000)) // want ownertoken "goroutine id"
	return err
}

func (r *Reentrant) Unlock(ctx context.Context) error {
	conn, err := r.pool.GetContext(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = redis.NewScript(1, del).DoContext(ctx, conn, r.key, r.token)
	return err
}
