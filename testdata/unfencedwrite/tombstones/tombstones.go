// Package tombstones has writes that say the same however late they come.
package tombstones

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"
)

const done = "done"

type Files struct {
	locker *redislock.Client
	db     *sql.DB
}

func (f *Files) Sweep(ctx context.Context, ids []int64) error {
	lock, err := f.locker.Obtain(ctx, "files", time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	for _, id := range ids {
		if _, err := f.db.ExecContext(ctx, "UPDATE files SET deleted_at = NOW() WHERE id = ?", id); err != nil { // silent: a soft delete
			return err
		}
		if _, err := f.db.ExecContext(ctx, "UPDATE keys SET cipher = ?, allowed = ? WHERE file_id = ?", nil, false, id); err != nil { // silent: buried for good
			return err
		}
		if _, err := f.db.ExecContext(ctx, "UPDATE keys SET cipher = ?, allowed = ? WHERE file_id = ?", []byte("x"), true, id); err != nil { // want unfencedwrite "UPDATE keys"
			return err
		}
	}
	return f.finish(ctx, ids[0]) // silent: see finish
}

// finish looks in its transaction whether there is anything left to do.
func (f *Files) finish(ctx context.Context, batch int64) error {
	tx, err := f.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var state string
	if err := tx.QueryRowContext(ctx, "SELECT state FROM batches WHERE id = ?", batch).Scan(&state); err != nil {
		return err
	}
	if state == done {
		return nil
	}
	if _, err := tx.ExecContext(ctx, "UPDATE batches SET state = ? WHERE id = ?", done, batch); err != nil {
		return err
	}
	return tx.Commit()
}
