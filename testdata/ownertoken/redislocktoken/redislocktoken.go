// Package redislocktoken gives redislock a token. One that is stored already takes
// the lock again, so a constant excludes nobody.
package redislocktoken

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/bsm/redislock"
)

type Kilns struct{ locks *redislock.Client }

func (k *Kilns) fire(ctx context.Context, kiln string) error {
	lock, err := k.locks.Obtain(ctx, "kiln:"+kiln, time.Minute, &redislock.Options{Token: "potter"}) // want ownertoken "constant .*potter"
	if err != nil {
		return err
	}
	return lock.Release(ctx)
}

func (k *Kilns) fireFresh(ctx context.Context, kiln string) error {
	lock, err := k.locks.Obtain(ctx, "kiln:"+kiln, time.Minute, &redislock.Options{Token: rand.Text() + rand.Text()}) // silent: random
	if err != nil {
		return err
	}
	return lock.Release(ctx)
}

func (k *Kilns) fireDefault(ctx context.Context, kiln string) error {
	lock, err := k.locks.Obtain(ctx, "kiln:"+kiln, time.Minute, &redislock.Options{Metadata: "potter"}) // silent: the library draws it
	if err != nil {
		return err
	}
	return lock.Release(ctx)
}
