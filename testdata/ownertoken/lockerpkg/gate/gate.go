// Package gate is a lock that lets its maker choose the owner.
package gate

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var open = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)

// Gate is a lock in Redis.
type Gate struct {
	rdb   *redis.Client
	key   string
	owner string
}

// New makes a lock for key that is held in the name of owner.
func New(rdb *redis.Client, key, owner string) (*Gate, error) {
	if owner == "" {
		return nil, errors.New("gate: no owner")
	}
	return &Gate{rdb: rdb, key: key, owner: owner}, nil
}

// Lock takes the lock.
func (g *Gate) Lock(ctx context.Context) (bool, error) {
	return g.rdb.SetNX(ctx, g.key, g.owner, 30*time.Second).Result() // silent: whose it is, the caller says
}

// Unlock gives it back.
func (g *Gate) Unlock(ctx context.Context) error {
	return open.Run(ctx, g.rdb, []string{g.key}, g.owner).Err()
}
