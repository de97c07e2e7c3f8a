// Package lockobjects makes lock objects, or fails to, and uses them.
package lockobjects

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("busy")

type Job func(context.Context) error

// Lock has a key and compares nothing.
type Lock struct {
	rdb *redis.Client
	key string
}

func New(rdb *redis.Client, key string) (*Lock, error) {
	if key == "" {
		return nil, errors.New("no key")
	}
	return &Lock{rdb, key}, nil
}

func (l *Lock) Acquire(ctx context.Context) (bool, error) {
	return l.rdb.SetNX(ctx, l.key, "1", time.Minute).Result() // want ownertoken "constant"
}

func (l *Lock) Release(ctx context.Context) error {
	return l.rdb.Del(ctx, l.key).Err() // want unconditionalrelease "DEL"
}

func Use(ctx context.Context, rdb *redis.Client, work Job) error {
	l, err := New(rdb, "object")
	if err != nil {
		return err
	}
	ok, err := l.Acquire(ctx)
	if err != nil || !ok {
		return errors.Join(err, errBusy)
	}
	defer l.Release(ctx)
	return work(ctx)
}

// Unasked ends whatever lock has the key.
func Unasked(ctx context.Context, rdb *redis.Client) error {
	l, err := New(rdb, "object")
	if err != nil {
		return err
	}
	return l.Release(ctx) // want ignoredacquire "Release releases a lock that this function has not acquired"
}

// ForceRelease means to.
func ForceRelease(ctx context.Context, rdb *redis.Client) error {
	l, err := New(rdb, "object")
	if err != nil {
		return err
	}
	return l.Release(ctx)
}

// Given is for whoever gets the object to acquire.
func Given(ctx context.Context, rdb *redis.Client, acquire func(*Lock) error) error {
	l, err := New(rdb, "object")
	if err != nil {
		return err
	}
	if err := acquire(l); err != nil {
		return err
	}
	return l.Release(ctx)
}

// Unmade tells that there is no object, and uses it.
func Unmade(ctx context.Context, rdb *redis.Client, failures chan<- error, work Job) error {
	l, err := New(rdb, "object")
	if err != nil {
		failures <- err
	}
	ok, err := l.Acquire(ctx) // want ignoredacquire "Acquire runs although the lock object could not be made"
	if err != nil || !ok {
		return errors.Join(err, errBusy)
	}
	defer l.Release(ctx)
	return work(ctx)
}
