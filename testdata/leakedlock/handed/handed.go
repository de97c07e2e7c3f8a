// Package handed gives locks to somebody else, or keeps them on purpose.
package handed

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("busy")

var free = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)

type Job func(context.Context) error

type Locks struct {
	rdb    *redis.Client
	locker *redislock.Client

	mu   sync.Mutex
	held map[string]*redislock.Lock
	last *redislock.Lock
	out  chan *redislock.Lock
}

// Handle returns it, or gives it back.
func (l *Locks) Handle(ctx context.Context, name string, check Job) (*redislock.Lock, error) {
	lock, err := l.locker.Obtain(ctx, name, time.Minute, nil) // silent: the caller has it
	if err != nil {
		return nil, err
	}
	if err := check(ctx); err != nil {
		lock.Release(ctx)
		return nil, err
	}
	return lock, nil
}

// Unlock returns the way to end it.
func (l *Locks) Unlock(ctx context.Context, name string) (func(), error) {
	token := rand.Text()
	ok, err := l.rdb.SetNX(ctx, "name:"+name, token, time.Minute).Result() // silent: the caller has the release
	if err != nil || !ok {
		return nil, errors.Join(err, errBusy)
	}
	return func() { free.Run(context.WithoutCancel(ctx), l.rdb, []string{"name:" + name}, token) }, nil
}

// Forgetful returns neither on one of its ways.
func (l *Locks) Forgetful(ctx context.Context, name string, check Job) (func(), error) {
	lock, err := l.locker.Obtain(ctx, name, time.Minute, nil) // want leakedlock "the return in line 61 leaves it held"
	if err != nil {
		return nil, err
	}
	if err := check(ctx); err != nil {
		return nil, err
	}
	return func() { lock.Release(context.WithoutCancel(ctx)) }, nil
}

// Stored is kept in a field, a map and a channel.
func (l *Locks) Stored(ctx context.Context, name string, check Job) error {
	lock, err := l.locker.Obtain(ctx, name, time.Minute, nil) // silent: the map has it
	if err != nil {
		return err
	}
	l.mu.Lock()
	l.held[name] = lock
	l.mu.Unlock()
	return check(ctx)
}

func (l *Locks) Field(ctx context.Context, name string, check Job) error {
	lock, err := l.locker.Obtain(ctx, name, time.Minute, nil) // silent: the field has it
	if err != nil {
		return err
	}
	l.last = lock
	return check(ctx)
}

func (l *Locks) Sent(ctx context.Context, name string) error {
	lock, err := l.locker.Obtain(ctx, name, time.Minute, nil) // silent: who receives it has it
	if err != nil {
		return err
	}
	select {
	case l.out <- lock:
		return nil
	case <-ctx.Done():
		lock.Release(context.WithoutCancel(ctx))
		return ctx.Err()
	}
}

// Started lets the goroutine end it.
func (l *Locks) Started(ctx context.Context, name string, work Job) error {
	lock, err := l.locker.Obtain(ctx, name, time.Minute, nil) // silent: the goroutine has it
	if err != nil {
		return err
	}
	go func() {
		defer lock.Release(context.WithoutCancel(ctx))
		work(ctx)
	}()
	return nil
}

// Helper gives it to a function that ends it.
func (l *Locks) Helper(ctx context.Context, name string, work Job) error {
	lock, err := l.locker.Obtain(ctx, name, time.Minute, nil) // silent: finish has it
	if err != nil {
		return err
	}
	return finish(ctx, lock, work(ctx))
}

func finish(ctx context.Context, lock *redislock.Lock, err error) error {
	return errors.Join(err, lock.Release(context.WithoutCancel(ctx)))
}

// Once keeps it where all went well: the day's run is done.
func (l *Locks) Once(ctx context.Context, day string, work Job) error {
	key := "run:" + day
	token := rand.Text()
	ok, err := l.rdb.SetNX(ctx, key, token, 24*time.Hour).Result() // silent: given back only so that another may try
	if err != nil || !ok {
		return err
	}
	if err := work(ctx); err != nil {
		free.Run(context.WithoutCancel(ctx), l.rdb, []string{key}, token)
		return err
	}
	return nil
}

// Marker is ended by its TTL.
func (l *Locks) Marker(ctx context.Context, id string, work Job) error {
	ok, err := l.rdb.SetNX(ctx, "seen:"+id, "1", time.Hour).Result() // silent: nobody releases it
	if err != nil || !ok {
		return err
	}
	return work(ctx)
}

// Alarm calls once in a while, and lifts that when nobody was reached.
func (l *Locks) Alarm(ctx context.Context, people []Job) {
	ok, err := l.rdb.SetNX(ctx, "called", "1", time.Hour).Result() // silent: a throttle, lifted when its work came to nothing
	if err != nil || !ok {
		return
	}
	reached := 0
	for _, call := range people {
		if call(ctx) == nil {
			reached++
		}
	}
	if reached == 0 {
		l.rdb.Del(ctx, "called")
	}
}

// Guarded gives the lock back only where somebody was there to work.
func (l *Locks) Guarded(ctx context.Context, people []Job) error {
	lock, err := l.locker.Obtain(ctx, "guarded", time.Hour, nil) // want leakedlock "not released on every way out"
	if err != nil {
		return err
	}
	if len(people) > 0 {
		err = people[0](ctx)
		lock.Release(context.WithoutCancel(ctx))
	}
	return err
}
