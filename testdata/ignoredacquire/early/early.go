// Package early defers its releases before or after it knows the answer.
package early

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

// Loser ends the winner's lock on its way out.
func Loser(ctx context.Context, rdb *redis.Client, work Job) error {
	ok, err := rdb.SetNX(ctx, "early", rand.Text(), time.Minute).Result()
	defer rdb.Del(ctx, "early") // want ignoredacquire "release of lock \"early\" also runs when SET NX has not acquired it" unconditionalrelease "DEL"
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	return work(ctx)
}

// Before defers it even before it asks.
func Before(ctx context.Context, rdb *redis.Client, work Job) error {
	defer func() { // want ignoredacquire "release of lock \"before\""
		rdb.Del(ctx, "before") // want unconditionalrelease "DEL"
	}()
	ok, err := rdb.SetNX(ctx, "before", rand.Text(), time.Minute).Result()
	if err != nil || !ok {
		return errors.Join(err, errBusy)
	}
	return work(ctx)
}

// Compares: the loser's release finds another token and does nothing.
func Compares(ctx context.Context, rdb *redis.Client, work Job) error {
	token := rand.Text()
	defer free.Run(ctx, rdb, []string{"early"}, token)
	ok, err := rdb.SetNX(ctx, "early", token, time.Minute).Result()
	if err != nil || !ok {
		return errors.Join(err, errBusy)
	}
	return work(ctx)
}

// Flagged releases only what it has.
func Flagged(ctx context.Context, rdb *redis.Client, work Job) error {
	held := false
	defer func() {
		if held {
			rdb.Del(ctx, "early") // want unconditionalrelease "DEL"
		}
	}()
	ok, err := rdb.SetNX(ctx, "early", rand.Text(), time.Minute).Result()
	if err != nil || !ok {
		return errors.Join(err, errBusy)
	}
	held = true
	return work(ctx)
}

// Two has two locks; the release of the first runs when the second is refused,
// and should.
func Two(ctx context.Context, rdb *redis.Client, a, b string, work Job) error {
	token := rand.Text()
	ok, err := rdb.SetNX(ctx, "two:"+a, token, time.Minute).Result()
	if err != nil || !ok {
		return errors.Join(err, errBusy)
	}
	defer rdb.Del(ctx, "two:"+a) // want unconditionalrelease "DEL"
	ok, err = rdb.SetNX(ctx, "two:"+b, token, time.Minute).Result()
	if err != nil || !ok {
		return errors.Join(err, errBusy)
	}
	defer rdb.Del(ctx, "two:"+b) // want unconditionalrelease "DEL"
	return work(ctx)
}
