// Package poolowned writes by one connection what the lock of another protects.
package poolowned

import (
	"context"
	"database/sql"
	"time"

	"testdata.leasevet/unfencedwrite/poolowned/locks"
)

type Jobs struct {
	db    *sql.DB
	locks *locks.Factory
}

// Schedule holds a lock that ends with the factory's connection, and writes by the
// jobs' own, which does not notice.
func (j *Jobs) Schedule(ctx context.Context, id int64, asked time.Time, plan func(context.Context) error) error {
	lock, ok, err := j.locks.Acquire(ctx, id)
	if err != nil || !ok {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	if err := plan(ctx); err != nil {
		return err
	}
	_, err = j.db.ExecContext(ctx, "UPDATE jobs SET scheduled = $1 WHERE id = $2", asked, id) // want unfencedwrite "UPDATE jobs under a lease compares no fencing token: if the connection that holds the lock has broken"
	return err
}

// Compared lets the row decide.
func (j *Jobs) Compared(ctx context.Context, id int64, asked time.Time) (bool, error) {
	lock, ok, err := j.locks.Acquire(ctx, id)
	if err != nil || !ok {
		return false, err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	res, err := j.db.ExecContext(ctx, "UPDATE jobs SET scheduled = $1 WHERE id = $2 AND scheduled < $1", asked, id) // silent: the row compares
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// InTx locks and writes in one transaction.
func (j *Jobs) InTx(ctx context.Context, id int64, asked time.Time) error {
	tx, err := j.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := locks.OnHandle(ctx, tx, id); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE jobs SET scheduled = $1 WHERE id = $2", asked, id); err != nil { // silent: the same transaction
		return err
	}
	return tx.Commit()
}
