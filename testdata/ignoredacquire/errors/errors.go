// Package errors has locks whose refusal is an error, and programs that log it, ask
// it the wrong question, or leave.
package errors

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
	"go.etcd.io/etcd/client/v3/concurrency"
)

type Job func(context.Context) error

func Logged(ctx context.Context, c *redislock.Client, work Job) error {
	lock, err := c.Obtain(ctx, "sync", time.Minute, nil) // want ignoredacquire "Obtain of lock \"sync\" does not decide what follows: when it fails"
	if err != nil {
		log.Println("cannot lock:", err)
	}
	defer lock.Release(ctx)
	return work(ctx)
}

// Switched handles one of the two refusals by going on.
func Switched(ctx context.Context, c *redislock.Client, work Job) error {
	lock, err := c.Obtain(ctx, "sync", time.Minute, nil) // want ignoredacquire "when it fails"
	switch {
	case errors.Is(err, redislock.ErrNotObtained):
		fmt.Println("somebody else is at it")
	case err != nil:
		log.Fatal(err)
	default:
		defer lock.Release(ctx)
	}
	return work(ctx)
}

// OnlyTaken handles the refusal, and takes every other error for the lock.
func OnlyTaken(ctx context.Context, c *redislock.Client, work Job) error {
	lock, err := c.Obtain(ctx, "sync", time.Minute, nil) // want ignoredacquire "when it fails"
	if errors.Is(err, redislock.ErrNotObtained) {
		return nil
	}
	defer lock.Release(ctx)
	return work(ctx)
}

func taken(err error) bool { return errors.Is(err, redislock.ErrNotObtained) }

// Predicate asks a function of its own twice, and means the same both times.
func Predicate(ctx context.Context, c *redislock.Client, work Job) error {
	lock, err := c.Obtain(ctx, "sync", time.Minute, nil)
	if err != nil && !taken(err) {
		return err
	}
	if taken(err) {
		return nil
	}
	defer lock.Release(ctx)
	return work(ctx)
}

// Compared is the same with an operator.
func Compared(ctx context.Context, c *redislock.Client, work Job) error {
	lock, err := c.Obtain(ctx, "sync", time.Minute, nil)
	if err == redislock.ErrNotObtained {
		return nil
	} else if err != nil {
		return fmt.Errorf("sync: %w", err)
	}
	defer lock.Release(ctx)
	return work(ctx)
}

// Fatal does not come back.
func Fatal(ctx context.Context, mu *redsync.Mutex, work Job) error {
	if err := mu.LockContext(ctx); err != nil {
		log.Fatalf("cannot lock: %v", err)
	}
	defer mu.UnlockContext(ctx)
	return work(ctx)
}

// Named has its error in a result that a defer reads too.
func Named(ctx context.Context, mu *redsync.Mutex, work Job) (err error) {
	defer func() {
		if err != nil {
			log.Println(err)
		}
	}()
	if err = mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(ctx)
	return work(ctx)
}

// Dropped does not look at all.
func Dropped(ctx context.Context, mu *concurrency.Mutex, work Job) error {
	mu.TryLock(ctx) // want ignoredacquire "Mutex.Lock.*when it fails"
	defer mu.Unlock(ctx)
	return work(ctx)
}

// Inverted has the sign wrong.
func Inverted(ctx context.Context, mu *concurrency.Mutex, work func()) error {
	err := mu.TryLock(ctx) // want ignoredacquire "tested the wrong way round"
	if err != nil {
		defer mu.Unlock(ctx)
		work()
	}
	return err
}

// Tidied closes what a failed attempt has left, and leaves.
func Tidied(ctx context.Context, s *concurrency.Session, mu *concurrency.Mutex, work Job) error {
	if err := mu.Lock(ctx); err != nil {
		mu.Unlock(ctx)
		s.Close()
		return err
	}
	defer mu.Unlock(ctx)
	return work(ctx)
}
