// Package checkdelete counts the stock of a shop, one counter at a time.
package checkdelete

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("the stock is being counted")

// Wrong compares the owner in one request and deletes in another.
func Wrong(ctx context.Context, rdb *redis.Client, ttl time.Duration, stall func()) error {
	token := rand.Text()
	ok, err := rdb.SetNX(ctx, "stock:lock", token, ttl).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer func() {
		owner, err := rdb.Get(ctx, "stock:lock").Result()
		if err == nil && owner == token {
			stall() // between the two requests
			rdb.Del(ctx, "stock:lock")
		}
	}()
	// … the stock is counted …
	return nil
}
