package nottl

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/redis/go-redis/v9"
)

// Right has a record that ends by itself.
func Right(ctx context.Context, rdb *redis.Client, ttl time.Duration, stall func()) error {
	token := rand.Text()
	ok, err := rdb.SetNX(ctx, "bridge:lock", token, ttl).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrBusy
	}
	defer release.Run(context.WithoutCancel(ctx), rdb, []string{"bridge:lock"}, token)
	stall() // the bridge moves
	return nil
}
