// Package comparedinapp has a fencing token, and compares it in the program.
package comparedinapp

import (
	"context"
	"database/sql"
	"time"

	"github.com/leasevet/leasevet/lab/experiment/programs/lockrow"
)

// Wrong finds that no newer holder has written, and then writes.
func Wrong(ctx context.Context, db *sql.DB, now time.Time, ttl time.Duration, value string, stall func()) error {
	l, err := lockrow.Take(ctx, db, "contract", now, ttl)
	if err != nil {
		return err
	}
	defer l.Give(context.WithoutCancel(ctx))
	var fence int64
	if err := db.QueryRowContext(ctx, `SELECT fence FROM resource WHERE id = 1`).Scan(&fence); err != nil {
		return err
	}
	if fence > l.Fence {
		return lockrow.ErrLost
	}
	stall() // between the two statements
	_, err = db.ExecContext(ctx, `UPDATE resource SET fence = $1, value = $2 WHERE id = 1`, l.Fence, value)
	stall()
	return err
}
