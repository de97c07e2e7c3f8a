// Package madeifabsent makes records that are absent beside others that it replaces, under
// a lock. SET NX is no lock by itself.
package madeifabsent

import (
	"context"
	"fmt"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/redis/go-redis/v9"
)

type Cellar struct {
	rdb *redis.Client
	rs  *redsync.Redsync
}

func (c *Cellar) locked(ctx context.Context, cask string, do func() error) error {
	mu := c.rs.NewMutex("cask-mutex:" + cask)
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	return do()
}

// Rack replaces the cask and notes when it was racked first, in one pipeline.
func (c *Cellar) Rack(ctx context.Context, cask, wine string) error {
	return c.locked(ctx, cask, func() error {
		_, err := c.rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, "cask:"+cask, wine, 0) // want unfencedwrite "SET of \"cask:{cask}\""
			p.SetNX(ctx, "first:"+cask, time.Now().Unix(), 0)
			return nil
		})
		return err
	})
}

func (c *Cellar) save(ctx context.Context, cask, wine string, fresh bool) error {
	if fresh {
		ok, err := c.rdb.SetNX(ctx, "wine:"+cask, wine, 0).Result()
		if err != nil || !ok {
			return fmt.Errorf("%s is there already: %w", cask, err)
		}
		return nil
	}
	return c.rdb.Set(ctx, "wine:"+cask, wine, 0).Err()
}

// Blend goes through a helper that can make the record, too.
func (c *Cellar) Blend(ctx context.Context, cask, wine string) error {
	return c.locked(ctx, cask, func() error {
		return c.save(ctx, cask, wine, false) // want unfencedwrite "SET of \"wine:{cask}\" in save"
	})
}

func (c *Cellar) lockCask(ctx context.Context, cask, token string) error {
	ok, err := c.rdb.SetNX(ctx, "cellar-lock:"+cask, token, time.Minute).Result()
	if err != nil || !ok {
		return fmt.Errorf("%s is busy: %w", cask, err)
	}
	return c.rdb.Set(ctx, "since:"+cask, time.Now().Unix(), 0).Err()
}

// Enter takes a second lock: what the helper writes belongs to that one.
func (c *Cellar) Enter(ctx context.Context, cask, token string) error {
	return c.locked(ctx, cask, func() error {
		return c.lockCask(ctx, cask, token) // silent: takes a lock of its own
	})
}
