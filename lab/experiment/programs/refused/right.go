package refused

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/redis/go-redis/v9"
)

// Right asks for the answer.
func Right(ctx context.Context, rdb *redis.Client, ttl time.Duration, send func(), stall func()) error {
	token := rand.Text()
	ok, err := rdb.SetNX(ctx, "letters:lock", token, ttl).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrBusy
	}
	defer release.Run(context.WithoutCancel(ctx), rdb, []string{"letters:lock"}, token)
	send()
	stall()
	return nil
}
