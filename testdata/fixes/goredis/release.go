// Package goredis has releases that can be mended with certainty, and some that
// cannot. Beside each file stands what -fix makes of it.
package goredis

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/redis/go-redis/v9"
)

type Berths struct {
	rdb redis.UniversalClient
	ctx context.Context
}

// Deferred has its token in a variable.
func (b *Berths) Deferred(ctx context.Context, id string) error {
	token := rand.Text()
	ok, err := b.rdb.SetNX(ctx, "berth:"+id, token, 10*time.Second).Result()
	if err != nil || !ok {
		return err
	}
	defer b.rdb.Del(context.WithoutCancel(ctx), "berth:"+id) // want unconditionalrelease "DEL"
	return b.dock(ctx, id)
}

// Closure releases in a closure, and looks at the count.
func (b *Berths) Closure(ctx context.Context, id, token string) (released bool, err error) {
	key := "berth:" + id
	ok, err := b.rdb.SetNX(ctx, key, token, 10*time.Second).Result()
	if err != nil || !ok {
		return false, err
	}
	defer func() {
		n, derr := b.rdb.Del(ctx, key).Result() // want unconditionalrelease "DEL"
		released = derr == nil && n == 1
	}()
	return false, b.dock(ctx, id)
}

// Inline has a token that nobody keeps.
func (b *Berths) Inline(ctx context.Context, id string) error {
	ok, err := b.rdb.SetNX(ctx, "inline:"+id, rand.Text(), 10*time.Second).Result()
	if err != nil || !ok {
		return err
	}
	defer b.rdb.Del(ctx, "inline:"+id) // want unconditionalrelease "DEL"
	return b.dock(ctx, id)
}

// Reassigned has another value in the variable by then.
func (b *Berths) Reassigned(ctx context.Context, id string) error {
	token := rand.Text()
	ok, err := b.rdb.SetNX(ctx, "again:"+id, token, 10*time.Second).Result()
	if err != nil || !ok {
		return err
	}
	token = rand.Text()
	defer b.rdb.Del(ctx, "again:"+id) // want unconditionalrelease "DEL"
	return b.dock(ctx, token)
}

// Hidden has the name of the token for something else where it deletes.
func (b *Berths) Hidden(ctx context.Context, id string) error {
	token := rand.Text()
	ok, err := b.rdb.SetNX(ctx, "hidden:"+id, token, 10*time.Second).Result()
	if err != nil || !ok {
		return err
	}
	for _, token := range []string{"a", "b"} {
		if err := b.dock(ctx, token); err != nil {
			return err
		}
		b.rdb.Del(ctx, "hidden:"+id) // want unconditionalrelease "DEL"
	}
	return nil
}

// Several deletes two keys at once.
func (b *Berths) Several(ctx context.Context, id string) error {
	token := rand.Text()
	ok, err := b.rdb.SetNX(ctx, "both:"+id, token, 10*time.Second).Result()
	if err != nil || !ok {
		return err
	}
	defer b.rdb.Del(ctx, "both:"+id, "state:"+id) // want unconditionalrelease "DEL"
	return b.dock(ctx, id)
}

func (b *Berths) dock(ctx context.Context, id string) error { return ctx.Err() }
