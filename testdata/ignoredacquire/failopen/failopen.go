// Package failopen goes on without a lock that cannot be had. An error that is only
// logged looks the same whether that is meant or not, and it is also the answer when
// somebody else holds the lock: who means it says so by a comment.
package failopen

import (
	"context"
	"log"
	"time"

	"github.com/bsm/redislock"
)

type Job func(context.Context) error

// Warned releases what it got, and says that it goes on otherwise.
func Warned(ctx context.Context, locker *redislock.Client, work Job) error {
	lock, err := locker.Obtain(ctx, "env", time.Minute, nil) // want ignoredacquire "does not decide what follows"
	if err != nil {
		log.Println("no lock; continuing with idempotent work:", err)
	}
	err = work(ctx)
	if lock != nil {
		lock.Release(ctx)
	}
	return err
}

func Else(ctx context.Context, locker *redislock.Client, work Job) error {
	if lock, err := locker.Obtain(ctx, "env", time.Minute, nil); err != nil { // want ignoredacquire "does not decide what follows"
		log.Println("no lock; continuing:", err)
	} else {
		defer lock.Release(context.WithoutCancel(ctx))
	}
	return work(ctx)
}

// Mixed writes the error down and forgets that there is no lock to release.
func Mixed(ctx context.Context, locker *redislock.Client, work Job) error {
	lock, err := locker.Obtain(ctx, "env", time.Minute, nil) // want ignoredacquire "Obtain of lock \"env\" does not decide what follows"
	if err != nil {
		log.Println("no lock:", err)
	}
	defer lock.Release(context.WithoutCancel(ctx))
	return work(ctx)
}

// Quiet says nothing.
func Quiet(ctx context.Context, locker *redislock.Client, work Job) error {
	lock, err := locker.Obtain(ctx, "env", time.Minute, nil) // want ignoredacquire "Obtain of lock \"env\" does not decide what follows"
	if err == nil {
		defer lock.Release(context.WithoutCancel(ctx))
	}
	return work(ctx)
}

// Saved says at the acquire that working twice does no harm.
func Saved(ctx context.Context, locker *redislock.Client, work Job) error {
	//leasevet:efficiency the work is idempotent, and dear
	lock, err := locker.Obtain(ctx, "env", time.Minute, nil) // silent: the lock only saves work
	if err != nil {
		log.Println("no lock; continuing:", err)
	} else {
		defer lock.Release(context.WithoutCancel(ctx))
	}
	return work(ctx)
}
