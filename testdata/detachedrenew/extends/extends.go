// Package extends prolongs redsync's mutexes, with a context and without.
package extends

import (
	"context"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
)

var errLost = errors.New("mutex was not extended")

type Brewery struct{ rs *redsync.Redsync }

func (b *Brewery) Brew(ctx context.Context, tank string, brew func(context.Context) error) error {
	mu := b.rs.NewMutex("tank:"+tank, redsync.WithExpiry(12*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx)) // silent: a release
	work, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() { // want detachedrenew "(?i)renew|extend"
		for range time.Tick(4 * time.Second) {
			if ok, err := mu.Extend(); err != nil || !ok {
				cancel(errors.Join(err, errLost))
				return
			}
		}
	}()
	return brew(work)
}

// BrewTied asks for the context before each beat.
func (b *Brewery) BrewTied(ctx context.Context, tank string, brew func(context.Context) error) error {
	mu := b.rs.NewMutex("tank:"+tank, redsync.WithExpiry(12*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	work, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() { // silent: leaves when the work's context is done
		for work.Err() == nil {
			time.Sleep(4 * time.Second)
			if ok, err := mu.Extend(); err != nil || !ok {
				cancel(errors.Join(err, errLost))
				return
			}
		}
	}()
	return brew(work)
}

// Reserve keeps a tank until cancel is called, by whoever got it.
func (b *Brewery) Reserve(ctx context.Context, tank string, lost func(error)) (cancel func(), err error) {
	mu := b.rs.NewMutex("tank:"+tank, redsync.WithExpiry(12*time.Second))
	if err := mu.TryLockContext(ctx); err != nil {
		return nil, err
	}
	own, stop := context.WithCancel(context.Background())
	go b.extend(own, mu, lost) // want detachedrenew "(?i)renew|extend"
	return func() {
		stop()
		mu.Unlock()
	}, nil
}

// ReserveTied ends with cancel or with the caller.
func (b *Brewery) ReserveTied(ctx context.Context, tank string, lost func(error)) (cancel func(), err error) {
	mu := b.rs.NewMutex("tank:"+tank, redsync.WithExpiry(12*time.Second))
	if err := mu.TryLockContext(ctx); err != nil {
		return nil, err
	}
	own, stop := context.WithCancel(ctx)
	go b.extend(own, mu, lost) // silent: derived from the caller's
	return func() {
		stop()
		mu.Unlock()
	}, nil
}

func (b *Brewery) extend(ctx context.Context, mu *redsync.Mutex, lost func(error)) {
	tick := time.NewTicker(4 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if ok, err := mu.ExtendContext(ctx); err != nil || !ok {
				lost(errors.Join(err, errLost))
				return
			}
		}
	}
}
