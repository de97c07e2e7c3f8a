// Package efficiency locks only to save work in some places, and says so.
package efficiency

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
)

type Tiles struct {
	locker *redislock.Client
	rs     *redsync.Redsync
	db     *sql.DB
	render func(ctx context.Context, x, y int) ([]byte, error)
}

func (t *Tiles) Render(ctx context.Context, x, y int) error {
	//leasevet:efficiency the same tile always renders to the same bytes
	lock, err := t.locker.Obtain(ctx, "tile", 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	png, err := t.render(ctx, x, y)
	if err != nil {
		return err
	}
	if _, err := t.db.ExecContext(ctx, "UPDATE tiles SET png = $3 WHERE x = $1 AND y = $2", x, y, png); err != nil { // silent: the lock is for efficiency
		return err
	}
	_, err = t.db.ExecContext(ctx, "UPDATE tile_stats SET rendered_at = now() WHERE x = $1", x) // silent: the whole section is
	return err
}

func (t *Tiles) RenderTrailing(ctx context.Context, x, y int) error {
	mu := t.rs.NewMutex("tile-row", redsync.WithExpiry(20*time.Second))
	if err := mu.LockContext(ctx); err != nil { //leasevet:efficiency rendering twice is only slow
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	png, err := t.render(ctx, x, y)
	if err != nil {
		return err
	}
	_, err = t.db.ExecContext(ctx, "UPDATE tiles SET png = $3 WHERE x = $1 AND y = $2", x, y, png) // silent: the lock is for efficiency
	return err
}

// Price makes no such claim.
func (t *Tiles) Price(ctx context.Context, x int, cents int64) error {
	lock, err := t.locker.Obtain(ctx, "tile-price", 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	_, err = t.db.ExecContext(ctx, "UPDATE tile_prices SET cents = $2 WHERE x = $1", x, cents) // want unfencedwrite "UPDATE"
	return err
}

// Both has a section of each kind.
func (t *Tiles) Both(ctx context.Context, x, y int, cents int64) error {
	//leasevet:efficiency the same tile always renders to the same bytes
	lock, err := t.locker.Obtain(ctx, "tile", 10*time.Second, nil)
	if err != nil {
		return err
	}
	_, err = t.db.ExecContext(ctx, "UPDATE tiles SET seen_at = now() WHERE x = $1 AND y = $2", x, y) // silent: the lock is for efficiency
	if rerr := lock.Release(ctx); err != nil || rerr != nil {
		return err
	}
	priced, err := t.locker.Obtain(ctx, "tile-price", 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer priced.Release(context.WithoutCancel(ctx))
	_, err = t.db.ExecContext(ctx, "UPDATE tile_prices SET cents = $2 WHERE x = $1", x, cents) // want unfencedwrite "UPDATE"
	return err
}
