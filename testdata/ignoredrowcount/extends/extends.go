// Package extends prolongs a Redis lock by a script of its own, whose answer goes
// through a function that reads it.
package extends

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	ttl    = 20 * time.Second
	extend = `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("pexpire", KEYS[1], ARGV[2]) else return 0 end`
	raise  = `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("pexpire", KEYS[1], ARGV[2]) end return redis.error_reply("gone")`
)

var errLost = errors.New("lost")

type Lock struct {
	rdb        *redis.Client
	key, token string
}

func (l *Lock) extends(ctx context.Context) (bool, error) {
	n, err := l.rdb.Eval(ctx, extend, []string{l.key}, l.token, ttl.Milliseconds()).Int()
	if err != nil {
		return false, err
	}
	return n == 1, nil // silent: the callers are told
}

// Extend tells nobody what it was told.
func (l *Lock) Extend(ctx context.Context) {
	_, _ = l.extends(ctx) // want ignoredrowcount "script PEXPIRE in extends is conditional"
}

// ExtendErr takes a no for a yes.
func (l *Lock) ExtendErr(ctx context.Context) error {
	_, err := l.extends(ctx) // want ignoredrowcount "a lost claim looks like a held one"
	return err
}

func (l *Lock) ExtendTold(ctx context.Context) error {
	ok, err := l.extends(ctx) // silent: a no is an error
	if err == nil && !ok {
		err = errLost
	}
	return err
}

// Raise runs a script that answers no with an error.
func (l *Lock) Raise(ctx context.Context) error {
	return l.rdb.Eval(ctx, raise, []string{l.key}, l.token, ttl.Milliseconds()).Err() // silent: the error says all
}

// Keep renews in a loop, where the renewals' own analyzer speaks.
func (l *Lock) Keep(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(ttl / 3):
			_, _ = l.extends(ctx) // want lostlease "dropped"
		}
	}
}
