// Package declaredlocks releases locks that are known by a declaration only.
package declaredlocks

import (
	"context"
	"crypto/rand"
	"time"

	"testdata.leasevet/houselocks/annotated"
	"testdata.leasevet/houselocks/rpc"
)

type Depot struct {
	rpc    *rpc.Client
	locker annotated.Locker
	work   func(ctx context.Context) error
}

func (d *Depot) Compared(ctx context.Context, bay string) error {
	owner := rand.Text()
	ok, err := d.rpc.TryLock(ctx, "bay:"+bay, owner, 10*time.Second)
	if err != nil || !ok {
		return err
	}
	defer d.rpc.Unlock(context.WithoutCancel(ctx), "bay:"+bay, owner) // silent: declared to compare
	return d.work(ctx)
}

func (d *Depot) Dropped(ctx context.Context, bay string) error {
	ok, err := d.rpc.TryLock(ctx, "bay:"+bay, rand.Text(), 10*time.Second)
	if err != nil || !ok {
		return err
	}
	defer d.rpc.Drop(context.WithoutCancel(ctx), &rpc.DropRequest{Name: "bay:" + bay, Reason: "done"}) // want unconditionalrelease "Client.Drop of lock key \"bay:{bay}\" does not compare the owner: if the 10s lease"
	return d.work(ctx)
}

func (d *Depot) Killed(ctx context.Context, bay string) error {
	ok, err := d.locker.Acquire(ctx, "bay:"+bay, rand.Text(), 10*time.Second) // want leakedlock "not released on every way out"
	if err != nil || !ok {
		return err
	}
	if err := d.work(ctx); err != nil {
		return err
	}
	return annotated.Kill(ctx, d.locker, "bay:"+bay) // want unconditionalrelease "Kill of lock key \"bay:{bay}\" does not compare the owner"
}

// ForceFree breaks a lock on purpose.
func (d *Depot) ForceFree(ctx context.Context, bay string) error {
	return annotated.Kill(ctx, d.locker, "bay:"+bay) // silent: on purpose
}
