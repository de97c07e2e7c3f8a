// Package memcachedlock works under a memcached item, which may be evicted at
// any time, and writes elsewhere.
package memcachedlock

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"

	"github.com/bradfitz/gomemcache/memcache"
)

var errBusy = errors.New("pump is being calibrated")

type Pumps struct {
	mc *memcache.Client
	db *sql.DB
}

func (p *Pumps) acquire(pump string) (*memcache.Item, error) {
	item := &memcache.Item{Key: "pump-" + pump, Value: []byte(rand.Text()), Expiration: 30}
	err := p.mc.Add(item)
	if errors.Is(err, memcache.ErrNotStored) {
		return nil, errBusy
	}
	return item, err
}

// release swaps the own item for one that ends in a second.
func (p *Pumps) release(mine *memcache.Item) error {
	cur, err := p.mc.Get(mine.Key)
	if err != nil {
		return err
	}
	if string(cur.Value) != string(mine.Value) {
		return errBusy
	}
	cur.Expiration = 1
	return p.mc.CompareAndSwap(cur)
}

func (p *Pumps) Calibrate(ctx context.Context, pump string, measure func(context.Context) (float64, error)) error {
	lock, err := p.acquire(pump)
	if err != nil {
		return err
	}
	defer p.release(lock)
	factor, err := measure(ctx)
	if err != nil {
		return err
	}
	if _, err := p.db.ExecContext(ctx, "UPDATE pumps SET factor = $2 WHERE id = $1", pump, factor); err != nil { // want unfencedwrite "UPDATE"
		return err
	}
	return p.mc.Set(&memcache.Item{Key: "factor-" + pump, Value: []byte("?"), Expiration: 300}) // silent: a cache fill with a TTL
}

func (p *Pumps) Serial(ctx context.Context, pump, serial string) error {
	lock, err := p.acquire(pump)
	if err != nil {
		return err
	}
	defer p.release(lock)
	res, err := p.db.ExecContext(ctx, "UPDATE pumps SET serial = $2 WHERE id = $1 AND serial IS NULL", pump, serial) // silent: compares the column that it sets
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errBusy)
	}
	return nil
}

// Inline takes and gives the lock in one function.
func (p *Pumps) Inline(ctx context.Context, pump string) error {
	item := &memcache.Item{Key: "pump-" + pump, Value: []byte(rand.Text()), Expiration: 30}
	if err := p.mc.Add(item); err != nil {
		return err
	}
	_, err := p.db.ExecContext(ctx, "UPDATE pumps SET checked_at = now() WHERE id = $1", pump) // want unfencedwrite "UPDATE"
	return errors.Join(err, p.release(item))
}
