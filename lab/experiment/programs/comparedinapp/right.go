package comparedinapp

import (
	"context"
	"database/sql"
	"time"

	"github.com/leasevet/leasevet/lab/experiment/programs/lockrow"
)

// Right compares in the statement that writes.
func Right(ctx context.Context, db *sql.DB, now time.Time, ttl time.Duration, value string, stall func()) error {
	l, err := lockrow.Take(ctx, db, "contract", now, ttl)
	if err != nil {
		return err
	}
	defer l.Give(context.WithoutCancel(ctx))
	stall()
	res, err := db.ExecContext(ctx, `UPDATE resource SET fence = $1, value = $2 WHERE id = 1 AND fence <= $1`, l.Fence, value)
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
	stall()
	return nil
}
