// Package answers renews a Redis lock while a print runs, and meets refusals: only
// logged, dropped, acted upon.
package answers

import (
	"context"
	"errors"
	"log"
	"os"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
)

const ttl = 30 * time.Second

var (
	errLost = errors.New("lease lost")
	extend  = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("pexpire", KEYS[1], ARGV[2]) end return 0`)
)

type Press struct {
	rdb        *redis.Client
	key, token string
	held       atomic.Bool
	until      time.Time
	onLost     func()
	fails      chan error
}

func (p *Press) once(ctx context.Context) (int, error) {
	return extend.Run(ctx, p.rdb, []string{p.key}, p.token, ttl.Milliseconds()).Int()
}

func (p *Press) Logged(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(ttl / 3):
			if n, err := p.once(ctx); err != nil || n == 0 { // want lostlease "only logged"
				log.Println("extend:", n, err)
			}
		}
	}
}

// OnlyErrors cancels when Redis cannot be reached, and takes a no for a yes.
func (p *Press) OnlyErrors(ctx context.Context, cancel context.CancelFunc) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(ttl / 3):
			if _, err := p.once(ctx); err != nil { // want lostlease "is dropped"
				cancel()
				return
			}
		}
	}
}

// Retried tries again when Redis cannot be reached, and ends the work on a no.
func (p *Press) Retried(ctx context.Context, cancel context.CancelFunc) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(ttl / 3):
			n, err := p.once(ctx) // silent: a clear no cancels
			if err != nil {
				log.Println("extend:", err)
				continue
			}
			if n == 0 {
				cancel()
				return
			}
		}
	}
}

// Counted gives up after three tries.
func (p *Press) Counted(ctx context.Context, cancel context.CancelCauseFunc) {
	bad := 0
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(ttl / 6):
		}
		if n, err := p.once(ctx); err == nil && n == 1 { // silent: three failures cancel
			bad = 0
			continue
		}
		if bad++; bad == 3 {
			cancel(errLost)
			return
		}
	}
}

// Flagged lowers a flag that Holding reads.
func (p *Press) Flagged(ctx context.Context) {
	for ctx.Err() == nil {
		time.Sleep(ttl / 3)
		if n, err := p.once(ctx); err != nil || n == 0 { // silent: the flag is read by Holding
			p.held.Store(false)
		}
	}
}

func (p *Press) Holding() bool { return p.held.Load() }

// Dated moves the time until which the lease is good, which Good reads.
func (p *Press) Dated(ctx context.Context) {
	for ctx.Err() == nil {
		time.Sleep(ttl / 3)
		start := time.Now()
		if n, err := p.once(ctx); err == nil && n == 1 { // silent: Good notices
			p.until = start.Add(ttl)
		}
	}
}

func (p *Press) Good() bool { return time.Now().Before(p.until) }

// Overdue ends the work when no renewal has succeeded for a TTL.
func (p *Press) Overdue(ctx context.Context, cancel context.CancelFunc) {
	last := time.Now()
	for ctx.Err() == nil {
		time.Sleep(ttl / 6)
		if n, err := p.once(ctx); err == nil && n == 1 { // silent: the clock decides
			last = time.Now()
		}
		if time.Since(last) > ttl {
			cancel()
			return
		}
	}
}

// Told are the ways to tell somebody.
func (p *Press) Told(ctx context.Context, way string) {
	for ctx.Err() == nil {
		time.Sleep(ttl / 3)
		n, err := p.once(ctx) // silent: a channel, a callback, the end of the process
		if err == nil && n == 1 {
			continue
		}
		switch way {
		case "channel":
			p.fails <- err
			return
		case "callback":
			p.onLost()
			return
		}
		os.Exit(1)
	}
}

// Inline renews between two sheets and prints on.
func (p *Press) Inline(ctx context.Context, sheets []func(context.Context) error) error {
	for _, sheet := range sheets {
		if _, err := p.once(ctx); err != nil { // want lostlease "lost, the work"
			log.Println("extend:", err)
		}
		if err := sheet(ctx); err != nil {
			return err
		}
	}
	return nil
}

// InlineTold stops between two sheets.
func (p *Press) InlineTold(ctx context.Context, sheets []func(context.Context) error) error {
	for _, sheet := range sheets {
		if n, err := p.once(ctx); err != nil || n == 0 { // silent: the print ends
			return errors.Join(errLost, err)
		}
		if err := sheet(ctx); err != nil {
			return err
		}
	}
	return nil
}
