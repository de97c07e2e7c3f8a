package tokenasfence

import (
	"context"
	"database/sql"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/leasevet/leasevet/lab/experiment/programs/lease"
)

// Right orders what grows with each acquisition.
func Right(ctx context.Context, rdb *redis.Client, db *sql.DB, ttl time.Duration, value string, stall func()) error {
	l, err := lease.Take(ctx, rdb, "menu:lock", ttl)
	if err != nil {
		return err
	}
	defer l.Give(context.WithoutCancel(ctx))
	stall() // the menu is written
	res, err := db.ExecContext(ctx, `UPDATE resource SET fence = $1, value = $2 WHERE id = 1 AND fence <= $1`, l.Fence, value)
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err != nil {
		return err
	}
	if n == 0 {
		return lease.ErrLost
	}
	stall()
	return nil
}
