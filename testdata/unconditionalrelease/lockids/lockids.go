// Package lockids keeps two exports of the census from running at once. Its tables
// call the lock's name lock_id, which elsewhere is the token of the holder.
package lockids

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"time"
)

var errRunning = errors.New("an export is running")

type Exports struct{ db *sql.DB }

func (x *Exports) inTx(ctx context.Context, do func(tx *sql.Tx) error) error {
	tx, err := x.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// Lock returns what ends the lock.
func (x *Exports) Lock(ctx context.Context, lockID string, ttl time.Duration) (func() error, error) {
	err := x.inTx(ctx, func(tx *sql.Tx) error {
		var expires time.Time
		err := tx.QueryRowContext(ctx, `SELECT expires FROM export_lock WHERE lock_id = $1`, lockID).Scan(&expires)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			_, err = tx.ExecContext(ctx, `INSERT INTO export_lock (lock_id, expires) VALUES ($1, $2)`, lockID, time.Now().Add(ttl))
			return err
		case err != nil:
			return err
		case time.Now().Before(expires):
			return errRunning
		}
		_, err = tx.ExecContext(ctx, `UPDATE export_lock SET expires = $1 WHERE lock_id = $2`, time.Now().Add(ttl), lockID) // silent: takes over what has expired
		return err
	})
	if err != nil {
		return nil, err
	}
	return x.unlock(ctx, lockID), nil
}

func (x *Exports) unlock(ctx context.Context, lockID string) func() error {
	return func() error {
		return x.inTx(ctx, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, `DELETE FROM export_lock WHERE lock_id = $1`, lockID) // want unconditionalrelease "DELETE FROM export_lock"
			return err
		})
	}
}

// The other table has a name beside the id, which is drawn anew each time.

func (x *Exports) LockRegion(ctx context.Context, region string) (string, error) {
	id := rand.Text()
	_, err := x.db.ExecContext(ctx, `INSERT INTO region_lock (region, lock_id, expires) VALUES ($1, $2, $3)`, region, id, time.Now().Add(time.Hour))
	return id, err
}

func (x *Exports) UnlockRegion(ctx context.Context, id string) error {
	_, err := x.db.ExecContext(ctx, `DELETE FROM region_lock WHERE lock_id = $1`, id) // silent: the id is the holder's
	return err
}
