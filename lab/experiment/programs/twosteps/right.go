package twosteps

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/redis/go-redis/v9"
)

// Right does both in one request.
func Right(ctx context.Context, rdb *redis.Client, ttl time.Duration, stall func()) error {
	token := rand.Text()
	ok, err := rdb.SetNX(ctx, "field:lock", token, ttl).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrBusy
	}
	defer release.Run(context.WithoutCancel(ctx), rdb, []string{"field:lock"}, token)
	stall()
	// … the field is watered …
	return nil
}
