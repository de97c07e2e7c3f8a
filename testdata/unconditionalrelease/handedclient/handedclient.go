// Package handedclient uses clients that another package has, and imports none itself.
package handedclient

import (
	"context"
	"time"

	"testdata.leasevet/unconditionalrelease/handedclient/global"
)

func variable(ctx context.Context, id, owner string) error {
	key := "handed:lock:" + id
	ok, err := global.RDB.SetNX(ctx, key, owner, 10*time.Second).Result()
	if err != nil || !ok {
		return err
	}
	defer global.RDB.Del(ctx, key) // want unconditionalrelease "handed:lock"
	return work(ctx)
}

func field(ctx context.Context, id, owner string) error {
	key := "handed:mutex:" + id
	ok, err := global.Default().Cache.SetNX(ctx, key, owner, 10*time.Second).Result()
	if err != nil || !ok {
		return err
	}
	defer global.Default().Cache.Del(ctx, key) // want unconditionalrelease "handed:mutex"
	return work(ctx)
}

// A cache entry is no lock, whoever has the client.
func cached(ctx context.Context, id, page string) error {
	if err := global.RDB.Set(ctx, "page:"+id, page, time.Minute).Err(); err != nil {
		return err
	}
	return global.RDB.Del(ctx, "page:"+id).Err()
}

func work(context.Context) error { return nil }
