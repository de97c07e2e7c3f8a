// Package groups runs work and renewal side by side, in errgroups and
// WaitGroups.
package groups

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/bsm/redislock"
	"golang.org/x/sync/errgroup"
)

const ttl = 15 * time.Second

var errDone = errors.New("work is done")

func beat(ctx context.Context, lock *redislock.Lock) error {
	tick := time.NewTicker(ttl / 3)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			if err := lock.Refresh(ctx, ttl, nil); err != nil {
				return err
			}
		}
	}
}

func Bake(ctx context.Context, lock *redislock.Lock, bake func(context.Context) error) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return beat(gctx, lock) }) // silent: the group's context derives from the caller's
	g.Go(func() error { return errors.Join(bake(gctx), errDone) })
	if err := g.Wait(); !errors.Is(err, errDone) {
		return err
	}
	return nil
}

// Start leaves the group to its caller, without the caller's context.
func Start(ctx context.Context, lock *redislock.Lock) (*errgroup.Group, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	g, gctx := errgroup.WithContext(context.Background())
	g.Go(func() error { return beat(gctx, lock) }) // want detachedrenew "(?i)renew|refresh"
	return g, nil
}

func StartTied(ctx context.Context, lock *redislock.Lock) *errgroup.Group {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return beat(gctx, lock) }) // silent: derived from the caller's
	return g
}

// Loose lets a plain group beat on a context that never ends.
func Loose(ctx context.Context, lock *redislock.Lock, bake func(context.Context) error) error {
	var g errgroup.Group
	g.Go(func() error { return beat(context.WithoutCancel(ctx), lock) }) // want detachedrenew "(?i)renew|refresh"
	if err := bake(ctx); err != nil {
		return err
	}
	return g.Wait()
}

type Oven struct{ wg sync.WaitGroup }

func (o *Oven) Heat(ctx context.Context, lock *redislock.Lock, cooled func(error)) {
	o.wg.Go(func() { cooled(beat(ctx, lock)) }) // silent: the caller's context
}

func (o *Oven) HeatOn(ctx context.Context, lock *redislock.Lock, cooled func(error)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	o.wg.Go(func() { cooled(beat(context.Background(), lock)) }) // want detachedrenew "(?i)renew|refresh"
	return nil
}
