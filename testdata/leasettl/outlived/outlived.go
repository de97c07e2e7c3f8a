// Package outlived gives work more time than its lock has.
package outlived

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
	"github.com/redis/go-redis/v9"
	gozero "github.com/zeromicro/go-zero/core/stores/redis"
)

var release = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)

type Bakery struct {
	rdb   *redis.Client
	zero  *gozero.Redis
	locks *redislock.Client
	rs    *redsync.Redsync
}

func (b *Bakery) bake(ctx context.Context, oven string, bake func(context.Context) error) error {
	token := rand.Text()
	ok, err := b.rdb.SetNX(ctx, "oven-lock:"+oven, token, 10*time.Second).Result() // want leasettl "a TTL of 10s, nothing renews it, and its work is given 1m"
	if err != nil || !ok {
		return err
	}
	defer release.Run(context.WithoutCancel(ctx), b.rdb, []string{"oven-lock:" + oven}, token)
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return bake(ctx)
}

func (b *Bakery) bakeShort(ctx context.Context, oven string, bake func(context.Context) error) error {
	token := rand.Text()
	ok, err := b.rdb.SetNX(ctx, "oven-lock:"+oven, token, 2*time.Minute).Result() // silent: the lock outlives its work
	if err != nil || !ok {
		return err
	}
	defer release.Run(context.WithoutCancel(ctx), b.rdb, []string{"oven-lock:" + oven}, token)
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return bake(ctx)
}

// redsyncDefault has the library's 8 s.
func (b *Bakery) redsyncDefault(ctx context.Context, bake func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	mutex := b.rs.NewMutex("oven")
	if err := mutex.LockContext(ctx); err != nil { // want leasettl "the library's TTL of 8s, nothing renews it, and its work is given 30s"
		return err
	}
	defer mutex.UnlockContext(context.WithoutCancel(ctx))
	return bake(ctx)
}

func (b *Bakery) redsyncExpiry(ctx context.Context, bake func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	mutex := b.rs.NewMutex("oven", redsync.WithExpiry(time.Minute))
	if err := mutex.LockContext(ctx); err != nil { // silent: a minute
		return err
	}
	defer mutex.UnlockContext(context.WithoutCancel(ctx))
	return bake(ctx)
}

// redsyncOptions gets its expiry from elsewhere.
func (b *Bakery) redsyncOptions(ctx context.Context, opts []redsync.Option, bake func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	mutex := b.rs.NewMutex("oven", opts...)
	if err := mutex.LockContext(ctx); err != nil { // silent: not known
		return err
	}
	defer mutex.UnlockContext(context.WithoutCancel(ctx))
	return bake(ctx)
}

// zeroDefault has half a second.
func (b *Bakery) zeroDefault(ctx context.Context, bake func(context.Context) error) error {
	lock := gozero.NewRedisLock(b.zero, "oven")
	ok, err := lock.AcquireCtx(ctx) // want leasettl "the library's TTL of 500ms.*its work is given 3s"
	if err != nil || !ok {
		return err
	}
	defer lock.ReleaseCtx(context.WithoutCancel(ctx))
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	return bake(ctx)
}

func (b *Bakery) zeroSet(ctx context.Context, bake func(context.Context) error) error {
	lock := gozero.NewRedisLock(b.zero, "oven")
	lock.SetExpire(5)
	ok, err := lock.AcquireCtx(ctx) // silent: 5.5 s
	if err != nil || !ok {
		return err
	}
	defer lock.ReleaseCtx(context.WithoutCancel(ctx))
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	return bake(ctx)
}

// cool sleeps under the lock.
func (b *Bakery) cool(ctx context.Context) error {
	lock, err := b.locks.Obtain(ctx, "rack", 5*time.Second, nil) // want leasettl "its work is given 20s"
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	time.Sleep(20 * time.Second)
	return nil
}

// renewed keeps its lock as long as it works.
func (b *Bakery) renewed(ctx context.Context, bake func(context.Context) error) error {
	lock, err := b.locks.Obtain(ctx, "rack", 5*time.Second, nil) // silent: renewed
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	go keep(ctx, cancel, lock)
	return bake(ctx)
}

func keep(ctx context.Context, lost context.CancelFunc, lock *redislock.Lock) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			if err := lock.Refresh(ctx, 5*time.Second, nil); err != nil {
				lost()
				return
			}
		}
	}
}
