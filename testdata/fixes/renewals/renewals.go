// Package renewals renews on no context of anybody's.
package renewals

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
)

const ttl = 10 * time.Second

func Loop(ctx context.Context, locker *redislock.Client, work func(context.Context) error) error {
	lock, err := locker.Obtain(ctx, "job", ttl, nil)
	if err != nil {
		return err
	}
	go func() { // want detachedrenew "Lock.Refresh"
		for {
			time.Sleep(ttl / 3)
			if err := lock.Refresh(context.Background(), ttl, nil); errors.Is(err, redislock.ErrNotObtained) { // want lostlease "ends when it fails"
				return
			}
		}
	}()
	err = work(ctx)
	// A release with a fresh context is right.
	return errors.Join(err, lock.Release(context.Background()))
}
