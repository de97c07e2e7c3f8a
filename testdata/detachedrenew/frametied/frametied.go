// Package frametied starts its renewals from Background and ends them with a
// defer of the very frame that does the work: they cannot outlive it.
package frametied

import (
	"context"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
)

var errLost = errors.New("mutex was not extended")

func keep(ctx context.Context, mu *redsync.Mutex, lost context.CancelCauseFunc) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(3 * time.Second):
		}
		if ok, err := mu.ExtendContext(ctx); err != nil || !ok {
			lost(errors.Join(err, errLost))
			return
		}
	}
}

// Deferred cancels the renewal's context on its way out.
func Deferred(ctx context.Context, mu *redsync.Mutex, work func(context.Context) error) error {
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	wctx, lost := context.WithCancelCause(ctx)
	defer lost(nil)
	own, stop := context.WithCancel(context.Background())
	defer stop()
	go keep(own, mu, lost) // silent: stopped by the frame that works
	return work(wctx)
}

// Closed closes a channel on its way out.
func Closed(ctx context.Context, mu *redsync.Mutex, work func(context.Context) error) error {
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	wctx, lost := context.WithCancelCause(ctx)
	defer lost(nil)
	done := make(chan struct{})
	defer close(done)
	go func() { // silent: stopped by the frame that works
		for {
			select {
			case <-done:
				return
			case <-time.After(3 * time.Second):
			}
			if ok, err := mu.Extend(); err != nil || !ok {
				lost(errors.Join(err, errLost))
				return
			}
		}
	}()
	return work(wctx)
}

// InDefer stops in a deferred function that also waits.
func InDefer(ctx context.Context, mu *redsync.Mutex, work func(context.Context) error) error {
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	wctx, lost := context.WithCancelCause(ctx)
	own, stop := context.WithCancel(context.Background())
	gone := make(chan struct{})
	defer func() {
		stop()
		<-gone
		lost(nil)
		mu.UnlockContext(context.WithoutCancel(ctx))
	}()
	go func() { // silent: stopped by the frame that works
		defer close(gone)
		keep(own, mu, lost)
	}()
	return work(wctx)
}

// Forgotten stops on success only.
func Forgotten(ctx context.Context, mu *redsync.Mutex, work func(context.Context) error) error {
	if err := mu.LockContext(ctx); err != nil { // want leakedlock "not released on every way out"
		return err
	}
	wctx, lost := context.WithCancelCause(ctx)
	defer lost(nil)
	done := make(chan struct{})
	go func() { // want detachedrenew "(?i)renew|extend"
		for {
			select {
			case <-done:
				return
			case <-time.After(3 * time.Second):
			}
			if ok, err := mu.Extend(); err != nil || !ok {
				lost(errors.Join(err, errLost))
				return
			}
		}
	}()
	if err := work(wctx); err != nil {
		return err
	}
	close(done)
	_, err := mu.UnlockContext(ctx)
	return err
}

// Straight stops the renewal in straight code, if there was one to start.
func Straight(ctx context.Context, rs *redsync.Redsync, name string, work func(context.Context) error) error {
	mu := rs.NewMutex(name)
	if err := mu.LockContext(ctx); err != nil { // want ignoredacquire "does not decide what follows"
		mu = nil // works without the lock, at the price of doing it twice
	}
	wctx, lost := context.WithCancelCause(ctx)
	defer lost(nil)
	var stop context.CancelFunc
	if mu != nil {
		var own context.Context
		own, stop = context.WithCancel(context.Background())
		go keep(own, mu, lost) // silent: stopped by the frame that works
	}
	err := work(wctx)
	if mu != nil {
		stop()
		mu.UnlockContext(context.WithoutCancel(ctx))
	}
	return err
}

// Sometimes stops it only when the work went well.
func Sometimes(ctx context.Context, mu *redsync.Mutex, work func(context.Context) error) error {
	if err := mu.LockContext(ctx); err != nil { // want leakedlock "not released on every way out"
		return err
	}
	wctx, lost := context.WithCancelCause(ctx)
	defer lost(nil)
	own, stop := context.WithCancel(context.Background())
	go keep(own, mu, lost) // want detachedrenew "Mutex.Extend"
	if err := work(wctx); err != nil {
		return err
	}
	stop()
	_, err := mu.UnlockContext(context.WithoutCancel(ctx))
	return err
}
