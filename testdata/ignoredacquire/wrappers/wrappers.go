// Package wrappers hides answers, or gives them in other words.
package wrappers

import (
	"context"
	"crypto/rand"
	"log"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
)

var free = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)

type Job func(context.Context) error

type Gate struct {
	rdb   *redis.Client
	c     *redislock.Client
	token string
}

// Lock hides whether it got the lock. It does no work itself.
func (g *Gate) Lock(ctx context.Context) error {
	g.token = rand.Text()
	return g.rdb.SetNX(ctx, "gate", g.token, time.Minute).Err()
}

func (g *Gate) Unlock(ctx context.Context) error {
	return free.Run(ctx, g.rdb, []string{"gate"}, g.token).Err()
}

func (g *Gate) Pass(ctx context.Context, work Job) error {
	if err := g.Lock(ctx); err != nil { // want ignoredacquire "Lock of lock \"gate\" does not decide what follows"
		return err
	}
	defer g.Unlock(ctx)
	return work(ctx)
}

// try says it by a nil handle, whatever the reason.
func (g *Gate) try(ctx context.Context) *redislock.Lock {
	lock, err := g.c.Obtain(ctx, "gate:2", time.Minute, nil)
	if err != nil {
		log.Println(err)
		return nil
	}
	return lock
}

func (g *Gate) Try(ctx context.Context, work Job) error {
	lock := g.try(ctx)
	if lock == nil {
		return nil
	}
	defer lock.Release(ctx)
	return work(ctx)
}

// Insist tries until it has the lock.
func (g *Gate) Insist(ctx context.Context, work Job) error {
	lock := g.try(ctx)
	for lock == nil {
		time.Sleep(time.Second)
		lock = g.try(ctx)
	}
	defer lock.Release(ctx)
	return work(ctx)
}

// Shrug works either way, and knows it.
func (g *Gate) Shrug(ctx context.Context, work Job) error {
	lock := g.try(ctx) // want ignoredacquire "try of lock \"gate:2\" does not decide what follows"
	err := work(ctx)
	if lock != nil {
		lock.Release(ctx)
	}
	return err
}

// lenient takes an error for the lock.
func (g *Gate) lenient(ctx context.Context) bool {
	ok, err := g.rdb.SetNX(ctx, "gate", g.token, time.Minute).Result()
	if err != nil {
		return true
	}
	return ok
}

func (g *Gate) Lenient(ctx context.Context, work Job) error {
	if !g.lenient(ctx) { // want ignoredacquire "lenient of lock \"gate\" does not decide what follows"
		return nil
	}
	defer g.Unlock(ctx)
	return work(ctx)
}

// fallback has a lock of the process for when Redis is gone.
func (g *Gate) fallback(ctx context.Context, local func() func()) (func(), error) {
	token := rand.Text()
	ok, err := g.rdb.SetNX(ctx, "gate:3", token, time.Minute).Result()
	if err != nil {
		return local(), nil
	}
	if !ok {
		return nil, redislock.ErrNotObtained
	}
	return func() { free.Run(ctx, g.rdb, []string{"gate:3"}, token) }, nil
}

func (g *Gate) Fallback(ctx context.Context, local func() func(), work Job) error {
	unlock, err := g.fallback(ctx, local)
	if err != nil {
		return err
	}
	defer unlock()
	return work(ctx)
}

// patient comes back with the lock or not at all.
func (g *Gate) patient(ctx context.Context) {
	for {
		if ok, err := g.rdb.SetNX(ctx, "gate", g.token, time.Minute).Result(); err == nil && ok {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func (g *Gate) Patient(ctx context.Context, work Job) error {
	g.patient(ctx)
	defer g.Unlock(ctx)
	return work(ctx)
}
