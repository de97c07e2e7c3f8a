// Package declaredlocks renews locks that are known by a declaration only.
package declaredlocks

import (
	"context"
	"crypto/rand"
	"time"

	"testdata.leasevet/houselocks/annotated"
	"testdata.leasevet/houselocks/rpc"
)

type Crane struct {
	rpc    *rpc.Client
	locker annotated.Locker
	work   func(ctx context.Context) error
}

func (c *Crane) Detached(ctx context.Context, id string) error {
	owner := rand.Text()
	ok, err := c.rpc.TryLock(ctx, id, owner, 10*time.Second)
	if err != nil || !ok {
		return err
	}
	defer c.rpc.Unlock(context.WithoutCancel(ctx), id, owner)
	go func() { // want detachedrenew "renewal by Client.Extend"
		for range time.Tick(3 * time.Second) {
			if ok, err := c.rpc.Extend(context.Background(), id, owner, 10*time.Second); err != nil || !ok { // want lostlease "tells nobody"
				return
			}
		}
	}()
	return c.work(ctx)
}

func (c *Crane) Tied(ctx context.Context, id string) error {
	owner := rand.Text()
	ok, err := c.locker.Acquire(ctx, id, owner, 10*time.Second)
	if err != nil || !ok {
		return err
	}
	defer c.locker.Release(context.WithoutCancel(ctx), id, owner)
	go func() { // silent: ends with the caller's context
		t := time.NewTicker(3 * time.Second)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
				if err := c.locker.Renew(ctx, id, owner, 10*time.Second); err != nil { // want lostlease "tells nobody"
					return
				}
			}
		}
	}()
	return c.work(ctx)
}
