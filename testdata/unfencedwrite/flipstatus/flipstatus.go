// Package flipstatus moves parcels from state to state under a lock. Where the
// old state stands in the predicate, a late writer changes nothing.
package flipstatus

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/bsm/redislock"
)

var errMoved = errors.New("parcel has moved on")

type Parcels struct {
	locker *redislock.Client
	db     *sql.DB
}

func (p *Parcels) lock(ctx context.Context, id string) (*redislock.Lock, error) {
	return p.locker.Obtain(ctx, "parcel:"+id, 8*time.Second, nil)
}

func one(res sql.Result, err error) error {
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n != 1 {
		return errors.Join(err, errMoved)
	}
	return nil
}

func (p *Parcels) Ship(ctx context.Context, id string) error {
	lock, err := p.lock(ctx, id)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	return one(p.db.ExecContext(ctx, "UPDATE parcels SET state = 'shipped' WHERE id = $1 AND state = 'packed'", id)) // silent: compares the state that it sets
}

func (p *Parcels) Deliver(ctx context.Context, id, courier string) error {
	lock, err := p.lock(ctx, id)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	return one(p.db.ExecContext(ctx, "UPDATE parcels SET state = 'delivered', courier = $2 WHERE id = $1 AND state IN ('shipped', 'at_depot')", id, courier)) // silent: compares the state that it sets
}

func (p *Parcels) Claim(ctx context.Context, id, clerk string) error {
	lock, err := p.lock(ctx, id)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	return one(p.db.ExecContext(ctx, "UPDATE parcels SET clerk = $2 WHERE id = $1 AND clerk IS NULL", id, clerk)) // silent: compares the clerk that it sets
}

// Lose sets the state whatever it is by now.
func (p *Parcels) Lose(ctx context.Context, id string) error {
	lock, err := p.lock(ctx, id)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	_, err = p.db.ExecContext(ctx, "UPDATE parcels SET state = 'lost' WHERE id = $1", id) // want unfencedwrite "UPDATE"
	return err
}

// Redirect compares a column that it leaves as it is: the late write passes.
func (p *Parcels) Redirect(ctx context.Context, id, address string) error {
	lock, err := p.lock(ctx, id)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	return one(p.db.ExecContext(ctx, "UPDATE parcels SET address = $2 WHERE id = $1 AND country = 'NO'", id, address)) // want unfencedwrite "UPDATE"
}

// Weigh is limited to one tenant, which is no guard either.
func (p *Parcels) Weigh(ctx context.Context, id string, tenant, grams int64) error {
	lock, err := p.lock(ctx, id)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	_, err = p.db.ExecContext(ctx, "UPDATE parcels SET grams = $3 WHERE id = $1 AND tenant_id = $2", id, tenant, grams) // want unfencedwrite "UPDATE"
	return err
}
