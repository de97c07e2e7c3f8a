// Package natsrevisions writes to NATS KV buckets under a lock of the same store.
package natsrevisions

import (
	"context"
	"errors"
	"strconv"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

var errBusy = errors.New("the ferry is being booked")

type Ferry struct {
	locks jetstream.KeyValue
	seats jetstream.KeyValue
	old   nats.KeyValue
	owner []byte
}

// hold takes the ferry's lock. The revision that Create answers is a fence.
func (f *Ferry) hold(ctx context.Context) (uint64, error) {
	rev, err := f.locks.Create(ctx, "ferry.lock", f.owner)
	if errors.Is(err, jetstream.ErrKeyExists) {
		return 0, errBusy
	}
	return rev, err
}

func (f *Ferry) letGo(ctx context.Context, rev uint64) error {
	return f.locks.Delete(ctx, "ferry.lock", jetstream.LastRevision(rev))
}

func (f *Ferry) Book(ctx context.Context, seats int) error {
	rev, err := f.hold(ctx)
	if err != nil {
		return err
	}
	defer f.letGo(context.WithoutCancel(ctx), rev)
	entry, err := f.seats.Get(ctx, "free")
	if err != nil {
		return err
	}
	free, err := strconv.Atoi(string(entry.Value()))
	if err != nil {
		return err
	}
	_, err = f.seats.PutString(ctx, "free", strconv.Itoa(free-seats)) // want unfencedwrite "KV.Put of \"free\""
	return err
}

func (f *Ferry) BookRevision(ctx context.Context, seats int) error {
	rev, err := f.hold(ctx)
	if err != nil {
		return err
	}
	defer f.letGo(context.WithoutCancel(ctx), rev)
	entry, err := f.seats.Get(ctx, "free")
	if err != nil {
		return err
	}
	free, err := strconv.Atoi(string(entry.Value()))
	if err != nil {
		return err
	}
	_, err = f.seats.Update(ctx, "free", []byte(strconv.Itoa(free-seats)), entry.Revision()) // silent: compares the revision
	return err
}

// The older API has no contexts.
func (f *Ferry) BookOld(ctx context.Context, seats int) error {
	rev, err := f.hold(ctx)
	if err != nil {
		return err
	}
	defer f.letGo(context.WithoutCancel(ctx), rev)
	if _, err = f.old.Put("booked", []byte(strconv.Itoa(seats))); err != nil { // want unfencedwrite "KV.Put of \"booked\""
		return err
	}
	_, err = f.old.Create("first", []byte(strconv.Itoa(seats))) // silent: only if absent
	return err
}
