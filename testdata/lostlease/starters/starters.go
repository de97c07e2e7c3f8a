// Package starters starts renewal loops that end when a renewal fails, and tells
// somebody of it or not.
package starters

import (
	"context"
	"log"
	"sync"
	"time"

	"github.com/bsm/redislock"
	"golang.org/x/sync/errgroup"
)

const ttl = 24 * time.Second

type Oven struct {
	lock *redislock.Lock
	stop chan struct{}
	done chan struct{}
	gone chan struct{}
}

// quiet ends without a word.
func (o *Oven) quiet(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(ttl / 3):
			if err := o.lock.Refresh(ctx, ttl, nil); err != nil { // want lostlease "tells nobody"
				log.Println(err)
				return
			}
		}
	}
}

func (o *Oven) Bake(ctx context.Context, bake func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go o.quiet(ctx)
	return bake(ctx)
}

// raising hands the error to whoever runs it.
func (o *Oven) raising(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(ttl / 3):
			if err := o.lock.Refresh(ctx, ttl, nil); err != nil { // silent: each starter acts
				return err
			}
		}
	}
}

func (o *Oven) Group(ctx context.Context, bake func(context.Context) error) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return o.raising(gctx) })
	g.Go(func() error { return bake(gctx) })
	return g.Wait()
}

func (o *Oven) Cancelled(ctx context.Context, bake func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() { cancel(o.raising(ctx)) }()
	return bake(ctx)
}

func (o *Oven) After(ctx context.Context, bake func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		_ = o.raising(ctx)
		cancel()
	}()
	return bake(ctx)
}

// Group2 ends the goroutine of a wait group, which tells nobody.
func (o *Oven) Group2(ctx context.Context, bake func(context.Context) error) error {
	var wg sync.WaitGroup
	ctx, cancel := context.WithCancel(ctx)
	wg.Go(func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(ttl / 3):
				if o.lock.Refresh(ctx, ttl, nil) != nil { // want lostlease "tells nobody"
					return
				}
			}
		}
	})
	err := bake(ctx)
	cancel()
	wg.Wait()
	return err
}

// Preheat closes done when its loop ends, and only Cool waits for that, when it
// has stopped the loop itself.
func (o *Oven) Preheat(ctx context.Context) {
	o.stop, o.done = make(chan struct{}), make(chan struct{})
	go func() { // want detachedrenew "WithoutCancel"
		defer close(o.done)
		for {
			select {
			case <-o.stop:
				return
			case <-time.After(ttl / 3):
				if err := o.lock.Refresh(context.WithoutCancel(ctx), ttl, nil); err != nil { // want lostlease "tells nobody"
					log.Println(err)
					return
				}
			}
		}
	}()
}

func (o *Oven) Cool() {
	close(o.stop)
	<-o.done
}

// Watch closes gone, which Gone hands out.
func (o *Oven) Watch(ctx context.Context) {
	o.gone = make(chan struct{})
	go func() {
		defer close(o.gone)
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(ttl / 3):
				if err := o.lock.Refresh(ctx, ttl, nil); err != nil { // silent: Gone tells
					return
				}
			}
		}
	}()
}

func (o *Oven) Gone() <-chan struct{} { return o.gone }
