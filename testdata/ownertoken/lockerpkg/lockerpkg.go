// Package lockerpkg moves sheep through gates of another package.
package lockerpkg

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/redis/go-redis/v9"

	"testdata.leasevet/ownertoken/lockerpkg/gate"
)

type Drove struct{ rdb *redis.Client }

func (d *Drove) through(ctx context.Context, pasture string, move func() error) error {
	g, err := gate.New(d.rdb, "pasture:"+pasture, "shepherd")
	if err != nil {
		return err
	}
	for {
		ok, err := g.Lock(ctx) // want ownertoken "SET NX in Lock of lock key .pasture:.*shepherd"
		if err != nil {
			return err
		}
		if ok {
			break
		}
		time.Sleep(time.Second)
	}
	defer g.Unlock(context.WithoutCancel(ctx))
	return move()
}

func (d *Drove) back(ctx context.Context, pasture string, move func() error) error {
	g, err := gate.New(d.rdb, "pasture:"+pasture, pasture)
	if err != nil {
		return err
	}
	if ok, err := g.Lock(ctx); err != nil || !ok { // want ownertoken "own key"
		return err
	}
	defer g.Unlock(context.WithoutCancel(ctx))
	return move()
}

func (d *Drove) fresh(ctx context.Context, pasture string, move func() error) error {
	g, err := gate.New(d.rdb, "pasture:"+pasture, rand.Text())
	if err != nil {
		return err
	}
	if ok, err := g.Lock(ctx); err != nil || !ok { // silent: random
		return err
	}
	defer g.Unlock(context.WithoutCancel(ctx))
	return move()
}
