// Package refreshes keeps redislock's locks while a video is cut.
package refreshes

import (
	"context"
	"time"

	"github.com/bsm/redislock"
)

const ttl = 20 * time.Second

type Cutter struct{ locker *redislock.Client }

func keep(ctx context.Context, lock *redislock.Lock, lost context.CancelCauseFunc) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(ttl / 2):
		}
		if err := lock.Refresh(ctx, ttl, nil); err != nil {
			lost(err)
			return
		}
	}
}

func (c *Cutter) Cut(ctx context.Context, video string, cut func(context.Context) error) error {
	lock, err := c.locker.Obtain(ctx, "video:"+video, ttl, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx)) // silent: a release
	work, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go keep(work, lock, cancel) // silent: the work's own context
	return cut(work)
}

func (c *Cutter) CutDetached(ctx context.Context, video string, cut func(context.Context) error) error {
	lock, err := c.locker.Obtain(ctx, "video:"+video, ttl, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	work, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go keep(context.WithoutCancel(work), lock, cancel) // want detachedrenew "(?i)renew|refresh"
	return cut(work)
}

// Start hands the lock out and keeps it for whoever takes it.
func (c *Cutter) Start(ctx context.Context, video string, lost context.CancelCauseFunc) (*redislock.Lock, error) {
	lock, err := c.locker.Obtain(ctx, "video:"+video, ttl, nil)
	if err != nil {
		return nil, err
	}
	go func() { // want detachedrenew "(?i)renew|refresh"
		for {
			time.Sleep(ttl / 2)
			if err := lock.Refresh(context.Background(), ttl, nil); err != nil {
				lost(err)
				return
			}
		}
	}()
	return lock, nil
}

// Inline refreshes between two scenes, in no goroutine.
func (c *Cutter) Inline(ctx context.Context, lock *redislock.Lock, scenes []func(context.Context) error) error {
	for _, scene := range scenes {
		if err := scene(ctx); err != nil {
			return err
		}
		if err := lock.Refresh(context.Background(), ttl, nil); err != nil { // silent: one call in the frame that works
			return err
		}
	}
	return nil
}
