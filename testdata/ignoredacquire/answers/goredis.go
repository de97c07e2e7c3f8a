// Package answers has clients that answer in several ways, and programs that listen
// or do not.
package answers

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("busy")

var free = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)

type Job func(context.Context) error

// ErrOnly hears of network errors only.
func ErrOnly(ctx context.Context, rdb *redis.Client, work Job) error {
	token := rand.Text()
	if err := rdb.SetNX(ctx, "lock:report", token, time.Minute).Err(); err != nil { // want ignoredacquire "SET NX of lock \"lock:report\" does not decide what follows: when somebody else holds it"
		return err
	}
	defer free.Run(ctx, rdb, []string{"lock:report"}, token)
	return work(ctx)
}

// Blank drops the bool.
func Blank(ctx context.Context, rdb *redis.Client, work Job) error {
	token := rand.Text()
	_, err := rdb.SetNX(ctx, "lock:report", token, time.Minute).Result() // want ignoredacquire "when somebody else holds it"
	if err != nil {
		return err
	}
	defer free.Run(ctx, rdb, []string{"lock:report"}, token)
	return work(ctx)
}

// Val asks for the bool, which is false after an error too.
func Val(ctx context.Context, rdb *redis.Client, work Job) error {
	token := rand.Text()
	if !rdb.SetNX(ctx, "lock:report", token, time.Minute).Val() {
		return errBusy
	}
	defer free.Run(ctx, rdb, []string{"lock:report"}, token)
	return work(ctx)
}

// Args is refused by an error, redis.Nil.
func Args(ctx context.Context, rdb *redis.Client, work Job) error {
	token := rand.Text()
	err := rdb.SetArgs(ctx, "lock:report", token, redis.SetArgs{Mode: "NX", TTL: time.Minute}).Err()
	if errors.Is(err, redis.Nil) {
		return errBusy
	}
	if err != nil {
		return err
	}
	defer free.Run(ctx, rdb, []string{"lock:report"}, token)
	return work(ctx)
}

// NilIsFine takes redis.Nil for no error, as one does with GET.
func NilIsFine(ctx context.Context, rdb *redis.Client, work Job) error {
	token := rand.Text()
	err := rdb.SetArgs(ctx, "lock:report", token, redis.SetArgs{Mode: "NX", TTL: time.Minute}).Err() // want ignoredacquire "when it fails the work runs"
	if err != nil && !errors.Is(err, redis.Nil) {
		return err
	}
	defer free.Run(ctx, rdb, []string{"lock:report"}, token)
	return work(ctx)
}

// Flag carries the answer in a variable to where it counts.
func Flag(ctx context.Context, rdb *redis.Client, work Job) error {
	token := rand.Text()
	held := false
	if ok, err := rdb.SetNX(ctx, "lock:report", token, time.Minute).Result(); err == nil && ok {
		held = true
	}
	if !held {
		return errBusy
	}
	defer free.Run(ctx, rdb, []string{"lock:report"}, token)
	return work(ctx)
}

// Noted knows that it does not hold the lock, and only then does not release it.
func Noted(ctx context.Context, rdb *redis.Client, work Job) error {
	token := rand.Text()
	ok, err := rdb.SetNX(ctx, "lock:report", token, time.Minute).Result() // want ignoredacquire "when somebody else holds it"
	if err != nil {
		return err
	}
	err = work(ctx)
	if ok {
		free.Run(ctx, rdb, []string{"lock:report"}, token)
	}
	return err
}

// Open runs unlocked on purpose when Redis is gone: a branch of its own.
func Open(ctx context.Context, rdb *redis.Client, work Job) error {
	token := rand.Text()
	ok, err := rdb.SetNX(ctx, "lock:report", token, time.Minute).Result()
	if err != nil {
		return work(ctx)
	}
	if !ok {
		return errBusy
	}
	defer free.Run(ctx, rdb, []string{"lock:report"}, token)
	return work(ctx)
}

// Aside does one thing as the holder, and another in any case afterwards.
func Aside(ctx context.Context, rdb *redis.Client, compact, serve Job) error {
	token := rand.Text()
	if ok, _ := rdb.SetNX(ctx, "lock:report", token, time.Minute).Result(); ok {
		err := compact(ctx)
		free.Run(ctx, rdb, []string{"lock:report"}, token)
		if err != nil {
			return err
		}
	}
	return serve(ctx)
}
