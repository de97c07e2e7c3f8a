// Package samekey takes one lock in two functions, for a different time each. A
// release speaks of the lease that its own function has taken.
package samekey

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("the kiln is in use")

type Kiln struct{ rdb *redis.Client }

func (k *Kiln) Dry(ctx context.Context, dry func() error) error {
	ok, err := k.rdb.SetNX(ctx, "kiln", rand.Text(), 10*time.Second).Result()
	if err != nil || !ok {
		return errors.Join(err, errBusy)
	}
	defer k.rdb.Del(context.WithoutCancel(ctx), "kiln") // want unconditionalrelease "if the 10s lease has expired"
	return dry()
}

func (k *Kiln) Fire(ctx context.Context, fire func() error) error {
	ok, err := k.rdb.SetNX(ctx, "kiln", rand.Text(), 30*time.Minute).Result()
	if err != nil || !ok {
		return errors.Join(err, errBusy)
	}
	defer k.rdb.Del(context.WithoutCancel(ctx), "kiln") // want unconditionalrelease "if the 30m lease has expired"
	return fire()
}
