// Package manyimpls writes through an interface with several implementations: what
// all of them do is what is known.
package manyimpls

import (
	"context"
	"time"

	"github.com/bsm/redislock"

	"testdata.leasevet/unfencedwrite/manyimpls/blobs"
)

type Index struct {
	locker *redislock.Client
	store  blobs.Store
}

func (x *Index) Write(ctx context.Context, b []byte, version int64) error {
	lock, err := x.locker.Obtain(ctx, "index", time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	if err := x.store.Swap(ctx, "index", b, version); err != nil { // silent: one of them compares
		return err
	}
	return x.store.Put(ctx, "index", b) // want unfencedwrite "UPDATE blobs"
}
