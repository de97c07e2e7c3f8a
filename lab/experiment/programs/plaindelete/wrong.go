// Package plaindelete prints the labels of a shelf, one printer at a time.
package plaindelete

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("the labels are being printed")

// Wrong gives the lock back by its key, whoever holds it.
func Wrong(ctx context.Context, rdb *redis.Client, ttl time.Duration, stall func()) error {
	ok, err := rdb.SetNX(ctx, "labels:lock", rand.Text(), ttl).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer rdb.Del(context.WithoutCancel(ctx), "labels:lock")
	stall() // the labels are printed here
	return nil
}
