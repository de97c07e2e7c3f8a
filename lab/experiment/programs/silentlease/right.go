package silentlease

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/leasevet/leasevet/lab/experiment/programs/lockrow"
)

// Right shows its fencing token to the storage before it reads.
func Right(ctx context.Context, db *sql.DB, now time.Time, ttl time.Duration, value string, stall func()) error {
	l, err := lockrow.Take(ctx, db, "ledger", now, ttl)
	if err != nil {
		return err
	}
	defer l.Give(context.WithoutCancel(ctx))
	var before string
	err = db.QueryRowContext(ctx, `UPDATE resource SET fence = $1 WHERE id = 1 AND fence <= $1 RETURNING value`, l.Fence).Scan(&before)
	if errors.Is(err, sql.ErrNoRows) {
		return lockrow.ErrLost
	}
	if err != nil {
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
