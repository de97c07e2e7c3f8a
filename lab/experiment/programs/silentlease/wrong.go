// Package silentlease reads a value under its lock, and writes what comes of it.
package silentlease

import (
	"context"
	"database/sql"
	"time"

	"github.com/leasevet/leasevet/lab/experiment/programs/lockrow"
)

// Wrong is fenced, and storage hears of its fencing token with its first write.
// Until then it takes what an older holder writes.
func Wrong(ctx context.Context, db *sql.DB, now time.Time, ttl time.Duration, value string, stall func()) error {
	l, err := lockrow.Take(ctx, db, "ledger", now, ttl)
	if err != nil {
		return err
	}
	defer l.Give(context.WithoutCancel(ctx))
	var before string
	if err := db.QueryRowContext(ctx, `SELECT value FROM resource WHERE id = 1`).Scan(&before); err != nil {
		return err
	}
	stall() // the value is worked out from the one before
	res, err := db.ExecContext(ctx, `UPDATE resource SET fence = $1, value = $2 WHERE id = 1 AND fence <= $1`, l.Fence, before+" + "+value)
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err != nil {
		return err
	}
	if n == 0 {
		return lockrow.ErrLost
	}
	return nil
}
