// Package finishers calls functions that other calls returned, and functions that
// are kept in fields.
package finishers

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"

	"testdata.leasevet/unfencedwrite/finishers/syncs"
)

type Puller struct {
	locker *redislock.Client
	db     *syncs.DB
	raw    *sql.DB
	fetch  func(ctx context.Context) (string, error)
}

func (p *Puller) Pull(ctx context.Context, feed int64) error {
	lock, err := p.locker.Obtain(ctx, "feed", time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	_, finish, err := p.db.Start(ctx, feed)
	if err != nil {
		return err
	}
	count := p.db.Count(ctx)
	cursor, err := p.fetch(ctx)
	if err != nil {
		return err
	}
	if err := count(1); err != nil { // silent: appends
		return err
	}
	return finish(ctx, cursor) // want unfencedwrite "UPDATE feeds"
}

type steps struct {
	start func(ctx context.Context, feed int64) (int64, syncs.Finish, error)
	store func(ctx context.Context, feed int64, cursor string) error
}

// PullSteps hands its steps over in a struct.
func (p *Puller) PullSteps(ctx context.Context, feed int64) error {
	lock, err := p.locker.Obtain(ctx, "feed", time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	if err := run(ctx, feed, &steps{start: p.db.Start, store: p.save}); err != nil { // want unfencedwrite "UPDATE (feeds|cursors) in run"
		return err
	}
	return nil
}

func run(ctx context.Context, feed int64, s *steps) error {
	_, finish, err := s.start(ctx, feed)
	if err != nil {
		return err
	}
	if err := s.store(ctx, feed, "begun"); err != nil {
		return err
	}
	return finish(ctx, "done")
}

func (p *Puller) save(ctx context.Context, feed int64, cursor string) error {
	_, err := p.raw.ExecContext(ctx, "UPDATE cursors SET cursor = ? WHERE feed = ?", cursor, feed)
	return err
}

// Unlocked does the same without a lock.
func (p *Puller) Unlocked(ctx context.Context, feed int64) error {
	return run(ctx, feed, &steps{start: p.db.Start, store: p.save}) // silent: no section
}
