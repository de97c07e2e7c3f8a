package interval

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/redis/go-redis/v9"
)

// Right renews three times in the life of its lease.
func Right(ctx context.Context, rdb *redis.Client, stall func()) error {
	token := rand.Text()
	ok, err := rdb.SetNX(ctx, "film:lock", token, ttl).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrBusy
	}
	defer release.Run(context.WithoutCancel(ctx), rdb, []string{"film:lock"}, token)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		tick := time.NewTicker(ttl / 3)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if ok, err := extend.Run(ctx, rdb, []string{"film:lock"}, token, ttl.Milliseconds()).Bool(); err != nil || !ok {
				cancel(errLost)
				return
			}
		}
	}()
	stall() // the film is developed
	return context.Cause(ctx)
}
