// Package tickers renews at each tick, and is released by stopping the ticker. A
// ticker that is stopped ticks no more, and its channel stays open.
package tickers

import (
	"context"
	"sync"
	"time"

	"github.com/bsm/redislock"
)

const ttl = 20 * time.Second

type Lock struct {
	locker *redislock.Client
	lock   *redislock.Lock
	lost   chan error

	mu   sync.Mutex
	tick *time.Ticker
	beat *time.Ticker
	both *time.Ticker
	lone *time.Ticker
	done chan struct{}
}

func (l *Lock) refresh() error {
	err := l.lock.Refresh(context.Background(), ttl, nil)
	if err != nil {
		l.lost <- err
	}
	return err
}

// Keep asks for the ticker after each tick, of which there are no more.
func (l *Lock) Keep() {
	l.tick = time.NewTicker(ttl / 3)
	go func() { // want detachedrenew "waits for ticker tick"
		defer l.mu.Unlock()
		for {
			l.mu.Lock()
			if l.tick == nil {
				return
			}
			ch := l.tick.C
			l.mu.Unlock()
			<-ch
			l.mu.Lock()
			if l.tick == nil {
				return
			}
			l.refresh()
			l.mu.Unlock()
		}
	}()
}

// KeepPlain ranges over the ticks, of which there are no more after a release.
func (l *Lock) KeepPlain() {
	l.beat = time.NewTicker(ttl / 3)
	go func() { // silent: Release stops the ticker
		for range l.beat.C {
			if l.refresh() != nil {
				return
			}
		}
	}()
}

// KeepOn ranges over ticks that nobody but the loop itself ends.
func (l *Lock) KeepOn() {
	l.lone = time.NewTicker(ttl / 3)
	go func() { // want detachedrenew "nothing stops it"
		for range l.lone.C {
			if l.refresh() != nil {
				l.lone.Stop()
			}
		}
	}()
}

// KeepUntil has something that is closed.
func (l *Lock) KeepUntil() {
	l.both, l.done = time.NewTicker(ttl/3), make(chan struct{})
	go func() { // silent: Release closes the channel
		for {
			select {
			case <-l.done:
				return
			case <-l.both.C:
				if l.refresh() != nil {
					return
				}
			}
		}
	}()
}

func (l *Lock) Release(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.tick != nil {
		l.tick.Stop()
		l.tick = nil
	}
	l.beat.Stop()
	l.both.Stop()
	close(l.done)
	return l.lock.Release(ctx)
}

// Paced looks at the field between two pauses of its own.
type Paced struct {
	lock *redislock.Lock
	lost chan error

	mu   sync.Mutex
	tick *time.Ticker
}

func (p *Paced) Keep() {
	p.tick = time.NewTicker(ttl / 3)
	go func() { // silent: it wakes up by itself, and sees that the ticker is gone
		for {
			time.Sleep(ttl / 3)
			p.mu.Lock()
			gone := p.tick == nil
			p.mu.Unlock()
			if gone {
				return
			}
			if err := p.lock.Refresh(context.Background(), ttl, nil); err != nil {
				p.lost <- err
				return
			}
		}
	}()
}

func (p *Paced) Release(ctx context.Context) error {
	p.mu.Lock()
	p.tick.Stop()
	p.tick = nil
	p.mu.Unlock()
	return p.lock.Release(ctx)
}

// Handed gets its ticks from elsewhere. They are no word of anybody's end.
func Handed(ctx context.Context, lock *redislock.Lock, beats <-chan time.Time, lost func(error)) {
	go beatOn(context.Background(), lock, beats, lost) // want detachedrenew "runs on context.Background.. and not on the caller's ctx"
}

// HandedTied ends with its caller, whatever the ticks do.
func HandedTied(ctx context.Context, lock *redislock.Lock, beats <-chan time.Time, lost func(error)) {
	go beatOn(ctx, lock, beats, lost) // silent: the caller's context
}

func beatOn(ctx context.Context, lock *redislock.Lock, beats <-chan time.Time, lost func(error)) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-beats:
			if err := lock.Refresh(ctx, ttl, nil); err != nil {
				lost(err)
				return
			}
		}
	}
}
