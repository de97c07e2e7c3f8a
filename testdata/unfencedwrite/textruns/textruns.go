// Package textruns runs its statements through an Exec of the house.
package textruns

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/bsm/redislock"
)

type DB struct{ db *sql.DB }

// exec logs, runs and looks at the outcome by itself.
func (d *DB) exec(ctx context.Context, query string, args ...any) error {
	res, err := d.db.ExecContext(ctx, query, args...)
	if err != nil {
		return fmt.Errorf("%s: %w", query, err)
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return sql.ErrNoRows
	}
	return nil
}

type Tariffs struct {
	locker *redislock.Client
	db     *DB
}

func (t *Tariffs) Set(ctx context.Context, id int64, cents, version int) error {
	lock, err := t.locker.Obtain(ctx, "tariffs", time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	if err := t.db.exec(ctx, "UPDATE tariffs SET cents = ?, version = version + 1 WHERE id = ? AND version = ?", cents, id, version); err != nil { // silent: compares the version
		return err
	}
	return t.store(ctx, id, cents) // want unfencedwrite "UPDATE tariffs in store"
}

func (t *Tariffs) store(ctx context.Context, id int64, cents int) error {
	return t.db.exec(ctx, "UPDATE tariffs SET cents = ? WHERE id = ?", cents, id)
}
