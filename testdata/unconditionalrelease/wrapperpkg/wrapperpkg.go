// Package wrapperpkg publishes price lists with the helpers of two packages:
// one is a lock, the other becomes one by its use here.
package wrapperpkg

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"

	"testdata.leasevet/unconditionalrelease/wrapperpkg/kvlock"
	"testdata.leasevet/unconditionalrelease/wrapperpkg/kvstore"
)

var errBusy = errors.New("price list is being published")

const publishTTL = time.Minute

type Publisher struct {
	rdb   redis.UniversalClient
	locks *kvlock.Locker
}

func listKey(shop string) string { return "price-list:" + shop }

func (p *Publisher) Publish(ctx context.Context, shop string, publish func(context.Context) error) error {
	ok, err := kvstore.PutAbsent(ctx, p.rdb, listKey(shop), rand.Text(), publishTTL)
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer kvstore.Drop(context.WithoutCancel(ctx), p.rdb, listKey(shop)) // want unconditionalrelease "price-list:"
	if err := publish(ctx); err != nil {
		return err
	}
	if err := kvstore.KeepFor(ctx, p.rdb, listKey(shop), publishTTL); err != nil { // want unconditionalrelease "price-list:"
		return err
	}
	return p.Refresh(ctx, shop)
}

func (p *Publisher) PublishOwn(ctx context.Context, shop string, publish func(context.Context) error) error {
	token := rand.Text()
	ok, err := kvstore.PutAbsent(ctx, p.rdb, listKey(shop), token, publishTTL)
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer kvstore.DropEqual(context.WithoutCancel(ctx), p.rdb, listKey(shop), token) // silent: the callee compares
	return publish(ctx)
}

// Refresh drops rendered pages, which are no locks.
func (p *Publisher) Refresh(ctx context.Context, shop string) error {
	return kvstore.Drop(ctx, p.rdb, "page:"+shop, "page:"+shop+":mobile") // silent: a cache
}

func (p *Publisher) Import(ctx context.Context, feed string, read func(context.Context) error) error {
	if err := p.locks.Lock(ctx, feed); err != nil {
		return err
	}
	defer p.locks.Unlock(context.WithoutCancel(ctx), feed) // silent: reported in kvlock, once
	return read(ctx)
}
