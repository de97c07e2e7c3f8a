// Package efficiency marks locks that only save work, some of them wrongly.
package efficiency

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"
)

type Thumbs struct {
	locker *redislock.Client
	db     *sql.DB
}

// lock marks the request itself, for all who call it.
func (t *Thumbs) lock(ctx context.Context, id string) (*redislock.Lock, error) {
	return t.locker.Obtain(ctx, "thumb:"+id, 10*time.Second, nil) //leasevet:efficiency a thumbnail always comes out the same
}

func (t *Thumbs) Make(ctx context.Context, id string, png []byte) error {
	lock, err := t.lock(ctx, id)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	_, err = t.db.ExecContext(ctx, "UPDATE thumbs SET png = $2 WHERE id = $1", id, png) // silent: lock says so
	return err
}

func (t *Thumbs) NoReason(ctx context.Context, id string, png []byte) error {
	lock, err := t.locker.Obtain(ctx, "thumb:"+id, 10*time.Second, nil) //leasevet:efficiency // want leasevetdirective "gives no reason and has no effect"
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	_, err = t.db.ExecContext(ctx, "UPDATE thumbs SET png = $2 WHERE id = $1", id, png) // want unfencedwrite "UPDATE thumbs"
	return err
}

// Misplaced has it at the write.
func (t *Thumbs) Misplaced(ctx context.Context, id string, png []byte) error {
	lock, err := t.locker.Obtain(ctx, "thumb:"+id, 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	//leasevet:efficiency a thumbnail always comes out the same // want leasevetdirective "no lock is acquired here"
	_, err = t.db.ExecContext(ctx, "UPDATE thumbs SET png = $2 WHERE id = $1", id, png) // want unfencedwrite "UPDATE thumbs"
	return err
}
