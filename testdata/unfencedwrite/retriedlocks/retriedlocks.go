// Package retriedlocks takes its lock again and again until it has it, and gives it
// back in a helper.
package retriedlocks

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/bsm/redislock"
)

type Games struct {
	locker *redislock.Client
	db     *sql.DB
}

func (g *Games) lock(ctx context.Context, id string) *redislock.Lock {
	lock, err := g.locker.Obtain(ctx, "game:"+id, 250*time.Millisecond, nil)
	if err != nil {
		return nil
	}
	return lock
}

// save writes, gives the lock back, and writes once more.
func (g *Games) save(ctx context.Context, id, state string, lock *redislock.Lock) error {
	if _, err := g.db.ExecContext(ctx, "UPDATE games SET state = ? WHERE id = ?", state, id); err != nil {
		return err
	}
	if lock != nil {
		lock.Release(ctx)
	}
	_, err := g.db.ExecContext(ctx, "UPDATE lobbies SET game = ? WHERE id = 1", id)
	return err
}

func (g *Games) End(ctx context.Context, id string) error {
	lock := g.lock(ctx, id)
	for lock == nil {
		lock = g.lock(ctx, id)
	}
	if err := g.save(ctx, id, "over", lock); err != nil { // want unfencedwrite "UPDATE games in save"
		return err
	}
	_, err := g.db.ExecContext(ctx, "UPDATE scores SET open = 0 WHERE game = ?", id) // silent: save has given the lock back
	return err
}

var errRules = errors.New("against the rules")

// move gives the lock back on every way but the one that forgets it with an error.
func (g *Games) move(ctx context.Context, id string, legal bool) error {
	lock, err := g.locker.Obtain(ctx, "game:"+id, time.Second, nil) // want leakedlock "not released on every way out"
	if err != nil {
		return err
	}
	if !legal {
		return errRules
	}
	_, err = g.db.ExecContext(ctx, "UPDATE games SET turn = turn + 1 WHERE id = ?", id) // silent: a counter
	lock.Release(ctx)
	return err
}

func (g *Games) Play(ctx context.Context, id string, legal bool) error {
	if err := g.move(ctx, id, legal); err != nil {
		return err
	}
	_, err := g.db.ExecContext(ctx, "UPDATE players SET last = ? WHERE id = 1", id) // silent: move holds nothing when it succeeds
	return err
}
