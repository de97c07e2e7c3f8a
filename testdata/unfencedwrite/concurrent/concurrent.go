// Package concurrent writes from goroutines and deferred functions. What ends
// before the release is in the section; what runs after it is not.
package concurrent

import (
	"context"
	"database/sql"
	"log"
	"sync"
	"time"

	"github.com/go-redsync/redsync/v4"
	"golang.org/x/sync/errgroup"
)

type Index struct {
	rs *redsync.Redsync
	db *sql.DB
}

// Build fills the parts side by side and waits for them.
func (x *Index) Build(ctx context.Context, parts []int, build func(context.Context, int) (string, error)) error {
	mu := x.rs.NewMutex("index", redsync.WithExpiry(30*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	g, gctx := errgroup.WithContext(ctx)
	for _, part := range parts {
		g.Go(func() error {
			body, err := build(gctx, part)
			if err != nil {
				return err
			}
			_, err = x.db.ExecContext(gctx, "UPDATE index_parts SET body = $2 WHERE part = $1", part, body) // want unfencedwrite "UPDATE"
			return err
		})
	}
	return g.Wait()
}

func (x *Index) Mark(ctx context.Context, parts []int) error {
	mu := x.rs.NewMutex("index", redsync.WithExpiry(30*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var wg sync.WaitGroup
	for _, part := range parts {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if _, err := x.db.ExecContext(ctx, "UPDATE index_parts SET marked = true WHERE part = $1", part); err != nil { // want unfencedwrite "UPDATE"
				log.Println(err)
			}
		}()
	}
	wg.Wait()
	return ctx.Err()
}

// Swap stores its result in a deferred function that runs before the unlock.
func (x *Index) Swap(ctx context.Context, swap func(context.Context) error) (err error) {
	mu := x.rs.NewMutex("index", redsync.WithExpiry(30*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	defer func() {
		if err == nil {
			_, err = x.db.ExecContext(ctx, "UPDATE indexes SET swapped_at = now()") // want unfencedwrite "UPDATE"
		}
	}()
	return swap(ctx)
}

// SwapNoted defers in the other order: the note is written after the unlock.
func (x *Index) SwapNoted(ctx context.Context, swap func(context.Context) error) (err error) {
	defer func() {
		if _, nerr := x.db.ExecContext(ctx, "UPDATE indexes SET tried_at = now()"); nerr != nil { // silent: after the unlock
			log.Println(nerr)
		}
	}()
	mu := x.rs.NewMutex("index", redsync.WithExpiry(30*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	return swap(ctx)
}
