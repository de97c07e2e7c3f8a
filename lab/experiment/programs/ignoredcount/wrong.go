// Package ignoredcount writes with a fencing token that the database compares.
package ignoredcount

import (
	"context"
	"database/sql"
	"time"

	"github.com/leasevet/leasevet/lab/experiment/programs/lockrow"
)

// Wrong returns nil when the write was refused: no row is no error.
func Wrong(ctx context.Context, db *sql.DB, now time.Time, ttl time.Duration, value string, stall func()) error {
	l, err := lockrow.Take(ctx, db, "tariff", now, ttl)
	if err != nil {
		return err
	}
	defer l.Give(context.WithoutCancel(ctx))
	stall() // the tariff is worked out
	_, err = db.ExecContext(ctx, `UPDATE resource SET fence = $1, value = $2 WHERE id = 1 AND fence <= $1`, l.Fence, value)
	if err != nil {
		return err
	}
	stall()
	return nil
}
