package loserrelease

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/redis/go-redis/v9"
)

// Right releases what it has, and compares even then.
func Right(ctx context.Context, rdb *redis.Client, ttl time.Duration, stall func()) error {
	token := rand.Text()
	ok, err := rdb.SetNX(ctx, "books:lock", token, ttl).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrBusy
	}
	defer release.Run(context.WithoutCancel(ctx), rdb, []string{"books:lock"}, token)
	stall() // the books are closed
	return nil
}
