package oldclients

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	redis8 "github.com/go-redis/redis/v8"
)

// Ballots runs on v8, which already knows SET with options and GETDEL.
type Ballots struct{ rdb *redis8.ClusterClient }

const countKey = "ballots:{count}:lock"

func (b *Ballots) Count(ctx context.Context, count func(context.Context) error) (err error) {
	token := rand.Text()
	err = b.rdb.SetArgs(ctx, countKey, token, redis8.SetArgs{Mode: "NX", TTL: 90 * time.Second}).Err()
	if errors.Is(err, redis8.Nil) {
		return errBusy
	}
	if err != nil {
		return err
	}
	defer func() {
		if owner, derr := b.rdb.GetDel(context.WithoutCancel(ctx), countKey).Result(); derr == nil && owner != token { // want unconditionalrelease "GETDEL.*ballots:"
			err = errors.Join(err, errBusy)
		}
	}()
	return count(ctx)
}

func (b *Ballots) CountOwn(ctx context.Context, count func(context.Context) error) error {
	token := rand.Text()
	ok, err := b.rdb.SetNX(ctx, countKey, token, 90*time.Second).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer redis8.NewScript(compareDelete).Run(context.WithoutCancel(ctx), b.rdb, []string{countKey}, token) // silent: compares
	return count(ctx)
}

func (b *Ballots) Stretch(ctx context.Context) (bool, error) {
	return b.rdb.PExpire(ctx, countKey, 90*time.Second).Result() // want unconditionalrelease "PEXPIRE.*ballots:"
}
