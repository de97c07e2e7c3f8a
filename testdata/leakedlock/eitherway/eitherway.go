// Package eitherway takes a lock or extends the one that it has, and goes on.
package eitherway

import (
	"context"
	"time"

	"github.com/bsm/redislock"
)

type Crane struct {
	locks *redislock.Client
	stop  chan struct{}
}

// Hold gives the lock out when it has one, and has none when it gives up.
func (c *Crane) Hold(ctx context.Context, lock *redislock.Lock) *redislock.Lock {
	for {
		var err error
		if lock == nil {
			lock, err = c.locks.Obtain(ctx, "crane", time.Minute, nil) // silent: given out when it was got
		} else {
			err = lock.Refresh(ctx, time.Minute, nil)
		}
		if err == nil {
			return lock
		}
		if lock != nil {
			lock.Release(ctx)
			lock = nil
		}
		select {
		case <-time.After(time.Second):
		case <-c.stop:
			return nil
		}
	}
}

// Forget gives up with the lock in its hands.
func (c *Crane) Forget(ctx context.Context, work func(context.Context) error) error {
	var lock *redislock.Lock
	for {
		var err error
		if lock == nil {
			lock, err = c.locks.Obtain(ctx, "crane", time.Minute, nil) // want leakedlock "the return in line 61 leaves it held"
		} else {
			err = lock.Refresh(ctx, time.Minute, nil)
		}
		if err != nil {
			if lock != nil {
				lock.Release(ctx)
			}
			return err
		}
		if err := work(ctx); err == nil {
			return lock.Release(ctx)
		}
		select {
		case <-c.stop:
			return nil
		case <-time.After(time.Second):
		}
	}
}
