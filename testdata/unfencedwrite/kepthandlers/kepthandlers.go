// Package kepthandlers hands functions over: some are run inside the section, some
// are kept and run by somebody later.
package kepthandlers

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"
	"golang.org/x/sync/errgroup"
)

type Message struct{ Room, Text string }

type Adapter interface{ Close() error }

type Factory func(ctx context.Context, room string, messageHandler func(context.Context, Message) error) (Adapter, error)

type Bus struct {
	handlers []func(context.Context, Message) error
}

func (b *Bus) Attend(f func(context.Context, Message) error) { b.handlers = append(b.handlers, f) }

type Rooms struct {
	locker *redislock.Client
	db     *sql.DB
	bus    *Bus
	open   Factory
}

func (r *Rooms) store(ctx context.Context, m Message) error {
	_, err := r.db.ExecContext(ctx, "UPDATE rooms SET last = ? WHERE name = ?", m.Text, m.Room)
	return err
}

func (r *Rooms) Open(ctx context.Context, room string) error {
	lock, err := r.locker.Obtain(ctx, "room:"+room, time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	handle := func(ctx context.Context, m Message) error {
		return r.store(ctx, m) // silent: run when a message comes
	}
	r.bus.Attend(handle) // silent: kept
	a, err := r.open(ctx, room, handle)
	if err != nil {
		return err
	}
	return a.Close()
}

func (r *Rooms) Fill(ctx context.Context, ms []Message) error {
	lock, err := r.locker.Obtain(ctx, "rooms", time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		for _, m := range ms {
			if err := r.store(ctx, m); err != nil { // want unfencedwrite "UPDATE rooms in store"
				return err
			}
		}
		return nil
	})
	g.Go(r.touch) // want unfencedwrite "UPDATE rooms in touch"
	return g.Wait()
}

func (r *Rooms) touch() error {
	_, err := r.db.Exec("UPDATE rooms SET seen = ? WHERE name = ?", time.Now(), "lobby")
	return err
}
