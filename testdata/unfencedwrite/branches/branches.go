// Package branches walks around its locks: what runs when the lock was not got,
// or after it was given back, runs in no section.
package branches

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
)

type Feeds struct {
	locker *redislock.Client
	rs     *redsync.Redsync
	db     *sql.DB
}

// Poll notes that it came too late when somebody else polls.
func (f *Feeds) Poll(ctx context.Context, feed int64, fetch func(context.Context) (string, error)) error {
	lock, err := f.locker.Obtain(ctx, "feed", 20*time.Second, nil)
	if errors.Is(err, redislock.ErrNotObtained) {
		_, err = f.db.ExecContext(ctx, "UPDATE feeds SET skipped_at = now() WHERE id = $1", feed) // silent: without the lock
		return err
	}
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	body, err := fetch(ctx)
	if err != nil {
		_, dberr := f.db.ExecContext(ctx, "UPDATE feeds SET failed_at = now() WHERE id = $1", feed) // want unfencedwrite "UPDATE"
		return errors.Join(err, dberr)
	}
	_, err = f.db.ExecContext(ctx, "UPDATE feeds SET body = $2 WHERE id = $1", feed, body) // want unfencedwrite "UPDATE"
	return err
}

// PollElse has the section in an if branch.
func (f *Feeds) PollElse(ctx context.Context, feed int64, body string) (err error) {
	mu := f.rs.NewMutex("feed-else", redsync.WithExpiry(10*time.Second))
	if mu.TryLockContext(ctx) == nil {
		_, err = f.db.ExecContext(ctx, "UPDATE feeds SET body = $2 WHERE id = $1", feed, body) // want unfencedwrite "UPDATE"
		mu.UnlockContext(context.WithoutCancel(ctx))
	} else {
		_, err = f.db.ExecContext(ctx, "UPDATE feeds SET skipped_at = now() WHERE id = $1", feed) // silent: without the lock
	}
	if err != nil {
		return err
	}
	_, err = f.db.ExecContext(ctx, "UPDATE feeds SET looked_at = now() WHERE id = $1", feed) // silent: after the unlock
	return err
}

// PollAll locks each feed for a while in a loop.
func (f *Feeds) PollAll(ctx context.Context, feeds []int64, fetch func(context.Context, int64) (string, error)) error {
	for _, feed := range feeds {
		lock, err := f.locker.Obtain(ctx, "feed", 20*time.Second, nil)
		if err != nil {
			continue
		}
		body, err := fetch(ctx, feed)
		if err == nil {
			_, err = f.db.ExecContext(ctx, "UPDATE feeds SET body = $2 WHERE id = $1", feed, body) // want unfencedwrite "UPDATE"
		}
		if rerr := lock.Release(ctx); err != nil || rerr != nil {
			return errors.Join(err, rerr)
		}
		if _, err := f.db.ExecContext(ctx, "UPDATE feeds SET polled = polled + 1 WHERE id = $1", feed); err != nil { // silent: after the release
			return err
		}
	}
	return nil
}

// Wait tries a few times before it works.
func (f *Feeds) Wait(ctx context.Context, feed int64, body string) error {
	mu := f.rs.NewMutex("feed-wait", redsync.WithExpiry(10*time.Second))
	for attempt := 0; ; attempt++ {
		err := mu.TryLockContext(ctx)
		if err == nil {
			break
		}
		if attempt == 5 {
			return err
		}
		if _, err := f.db.ExecContext(ctx, "UPDATE feeds SET waits = $2 WHERE id = $1", feed, attempt); err != nil { // silent: still without the lock
			return err
		}
		time.Sleep(time.Second)
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	_, err := f.db.ExecContext(ctx, "UPDATE feeds SET body = $2 WHERE id = $1", feed, body) // want unfencedwrite "UPDATE"
	return err
}
