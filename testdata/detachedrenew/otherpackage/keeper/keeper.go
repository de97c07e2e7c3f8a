// Package keeper renews for others; how long, they say with their context.
package keeper

import (
	"context"
	"time"

	"github.com/bsm/redislock"
)

type Keeper struct {
	Every time.Duration
	TTL   time.Duration
	Lost  func(error)
}

// Loop refreshes lock until ctx is done.
func (k *Keeper) Loop(ctx context.Context, lock *redislock.Lock) {
	tick := time.NewTicker(k.Every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := lock.Refresh(ctx, k.TTL, nil); err != nil {
				k.Lost(err)
				return
			}
		}
	}
}

// Start runs Loop in a goroutine.
func (k *Keeper) Start(ctx context.Context, lock *redislock.Lock) {
	go k.Loop(ctx, lock) // silent: the caller's context, whatever it is
}
