// Package splitmethods takes its lock in one method, works in others and gives
// it back in yet another.
package splitmethods

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var (
	errBusy  = errors.New("inventory is being taken")
	errStale = errors.New("a newer count is stored")
	release  = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)
)

type Inventory struct {
	rdb   *redis.Client
	db    *sql.DB
	store string
	token string
	epoch int64
}

func (i *Inventory) begin(ctx context.Context) error {
	i.token = rand.Text()
	ok, err := i.rdb.SetNX(ctx, "inventory:"+i.store, i.token, 30*time.Second).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	return nil
}

func (i *Inventory) end(ctx context.Context) {
	release.Run(context.WithoutCancel(ctx), i.rdb, []string{"inventory:" + i.store}, i.token)
}

func (i *Inventory) save(ctx context.Context, sku string, n int) error {
	_, err := i.db.ExecContext(ctx, "UPDATE stock SET counted = $2 WHERE sku = $1", sku, n) // silent: the section is the caller's
	return err
}

func (i *Inventory) saveEpoch(ctx context.Context, sku string, n int) error {
	res, err := i.db.ExecContext(ctx, "UPDATE stock SET counted = $2, epoch = $3 WHERE sku = $1 AND epoch < $3", sku, n, i.epoch) // silent: the epoch is compared
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errStale)
	}
	return nil
}

// Take counts one article between begin and end.
func (i *Inventory) Take(ctx context.Context, sku string, count func(context.Context) (int, error)) error {
	if err := i.begin(ctx); err != nil {
		return err
	}
	defer i.end(ctx)
	n, err := count(ctx)
	if err != nil {
		return err
	}
	return i.save(ctx, sku, n) // want unfencedwrite "UPDATE"
}

// TakeAll makes its writes in a loop, and calls end itself.
func (i *Inventory) TakeAll(ctx context.Context, counts map[string]int) error {
	if err := i.begin(ctx); err != nil {
		return err
	}
	for sku, n := range counts {
		if err := i.save(ctx, sku, n); err != nil { // want unfencedwrite "UPDATE"
			i.end(ctx)
			return err
		}
	}
	i.end(ctx)
	return i.save(ctx, "*", len(counts)) // silent: after the end
}

func (i *Inventory) TakeFenced(ctx context.Context, sku string, n int) error {
	if err := i.begin(ctx); err != nil {
		return err
	}
	defer i.end(ctx)
	return i.saveEpoch(ctx, sku, n) // silent: the callee compares
}

// lock hands out its unlock as a function.
func (i *Inventory) lock(ctx context.Context) (unlock func(), err error) {
	if err := i.begin(ctx); err != nil {
		return nil, err
	}
	return func() { i.end(ctx) }, nil
}

func (i *Inventory) Discard(ctx context.Context, sku string) error {
	unlock, err := i.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	_, err = i.db.ExecContext(ctx, "UPDATE stock SET counted = NULL WHERE sku = $1", sku) // want unfencedwrite "UPDATE"
	return err
}

// Correct works without the lock.
func (i *Inventory) Correct(ctx context.Context, sku string, n int) error {
	return i.save(ctx, sku, n) // silent: no section
}
