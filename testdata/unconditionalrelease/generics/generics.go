// Package generics guards entities of many types with one generic type.
package generics

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

var errEntered = errors.New("entity is guarded by another process")

// Guard keeps one lock for each entity of a kind.
type Guard[K fmt.Stringer] struct {
	rdb  redis.Cmdable
	kind string
}

func NewGuard[K fmt.Stringer](rdb redis.Cmdable, kind string) *Guard[K] {
	return &Guard[K]{rdb: rdb, kind: kind}
}

func (g *Guard[K]) key(k K) string { return "guard/" + g.kind + "/" + k.String() }

func (g *Guard[K]) Enter(ctx context.Context, k K, ttl time.Duration) (string, error) {
	token := rand.Text()
	ok, err := g.rdb.SetNX(ctx, g.key(k), token, ttl).Result()
	if err == nil && !ok {
		err = errEntered
	}
	return token, err
}

func (g *Guard[K]) Leave(ctx context.Context, k K) error {
	return g.rdb.Del(ctx, g.key(k)).Err() // want unconditionalrelease "DEL"
}

func (g *Guard[K]) Linger(ctx context.Context, k K, ttl time.Duration) (bool, error) {
	return g.rdb.PExpire(ctx, g.key(k), ttl).Result() // want unconditionalrelease "PEXPIRE"
}

var leaveOwn = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

func (g *Guard[K]) LeaveOwn(ctx context.Context, k K, token string) error {
	return leaveOwn.Run(ctx, g.rdb, []string{g.key(k)}, token).Err() // silent: compares
}

// Inside runs fn between Enter and LeaveOwn.
func Inside[K fmt.Stringer, T any](ctx context.Context, g *Guard[K], k K, fn func(context.Context) (T, error)) (zero T, err error) {
	token, err := g.Enter(ctx, k, 20*time.Second)
	if err != nil {
		return zero, err
	}
	defer g.LeaveOwn(context.WithoutCancel(ctx), k, token) // silent: the callee compares
	return fn(ctx)
}

// seize and free are generic over the client.
func seize[C redis.Cmdable](ctx context.Context, c C, name string) (bool, error) {
	return c.SetNX(ctx, "seized:"+name, rand.Text(), time.Minute).Result()
}

func free[C redis.Cmdable](ctx context.Context, c C, name string) error {
	return c.Unlink(ctx, "seized:"+name).Err() // want unconditionalrelease "UNLINK.*seized:"
}

type User int64

func (u User) String() string { return fmt.Sprintf("user-%d", int64(u)) }

func Merge(ctx context.Context, c *redis.Client, from, into User, merge func(context.Context) (int, error)) (int, error) {
	ok, err := seize(ctx, c, from.String())
	if err != nil || !ok {
		return 0, errors.Join(err, errEntered)
	}
	defer free(context.WithoutCancel(ctx), c, from.String())
	return Inside(ctx, NewGuard[User](c, "merge"), into, merge)
}

// Cache is as generic, and locks nothing.
type Cache[V any] struct {
	rdb    redis.Cmdable
	prefix string
}

func (c *Cache[V]) Evict(ctx context.Context, id string) error {
	return c.rdb.Del(ctx, c.prefix+id).Err() // silent: a cache
}
