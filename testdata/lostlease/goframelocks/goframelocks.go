// Package goframelocks holds locks of GoFrame's Redis client by scripts of its own.
package goframelocks

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/gogf/gf/v2/database/gredis"
)

const (
	take   = `if redis.call('get', KEYS[1]) then return 0 end return redis.call('setex', KEYS[1], ARGV[2], ARGV[1])`
	extend = `if redis.call('get', KEYS[1]) == ARGV[2] then return redis.call('expire', KEYS[1], ARGV[1]) end return 0`
	give   = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 2 end`
)

var errBusy = errors.New("busy")

type Lock struct {
	redis *gredis.Redis
	key   string
	token string
	ttl   time.Duration
	done  chan struct{}
	lost  chan struct{}
}

func New(redis *gredis.Redis, key string) *Lock {
	return &Lock{redis: redis, key: key, token: rand.Text(), ttl: 10 * time.Second, done: make(chan struct{}), lost: make(chan struct{})}
}

func (l *Lock) acquire(ctx context.Context) error {
	v, err := l.redis.GroupScript().Eval(ctx, take, 1, []string{l.key}, []any{l.token, l.ttl.Seconds()})
	if err != nil {
		return err
	}
	if v.String() != "OK" {
		return errBusy
	}
	return nil
}

// TryLock starts a watchdog that ends without a word.
func (l *Lock) TryLock(ctx context.Context) error {
	if err := l.acquire(ctx); err != nil {
		return err
	}
	go l.watch() // want detachedrenew "caller"
	return nil
}

func (l *Lock) watch() {
	tick := time.NewTicker(l.ttl / 3)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			ctx, cancel := context.WithTimeout(context.Background(), l.ttl/3)
			v, err := l.redis.GroupScript().Eval(ctx, extend, 1, []string{l.key}, []any{l.ttl.Seconds(), l.token}) // want lostlease "script EXPIRE of l.key ends when it fails, and tells nobody"
			cancel()
			if err != nil || v.Int() < 1 {
				return
			}
		case <-l.done:
			return
		}
	}
}

// Lost is closed when the lock is another's.
func (l *Lock) Lost() <-chan struct{} { return l.lost }

func (l *Lock) TryLockTold(ctx context.Context) error {
	if err := l.acquire(ctx); err != nil {
		return err
	}
	go l.watchTold(ctx)
	return nil
}

func (l *Lock) watchTold(ctx context.Context) {
	defer close(l.lost)
	tick := time.NewTicker(l.ttl / 3)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			v, err := l.redis.GroupScript().Eval(ctx, extend, 1, []string{l.key}, []any{l.ttl.Seconds(), l.token}) // silent: a channel is closed, which Lost hands out
			if err != nil || v.Int() < 1 {
				return
			}
		case <-l.done:
			return
		}
	}
}

func (l *Lock) Unlock(ctx context.Context) error {
	close(l.done)
	_, err := l.redis.GroupScript().Eval(ctx, give, 1, []string{l.key}, []any{l.token}) // silent: compares the owner
	return err
}

// Drop takes the lock away from whoever holds it.
func (l *Lock) Drop(ctx context.Context) error {
	_, err := l.redis.Del(ctx, l.key) // want unconditionalrelease "DEL"
	return err
}
