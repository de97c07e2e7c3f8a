package unit

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/redis/go-redis/v9"
)

// Right multiplies.
func Right(ctx context.Context, rdb *redis.Client, ttlSeconds int, stall func()) error {
	token := rand.Text()
	ok, err := rdb.SetNX(ctx, "tank:lock", token, time.Duration(ttlSeconds)*time.Second).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrBusy
	}
	defer release.Run(context.WithoutCancel(ctx), rdb, []string{"tank:lock"}, token)
	stall() // the tank is filled
	return nil
}
