package fencedupdate

import (
	"context"
	"database/sql"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/leasevet/leasevet/lab/experiment/programs/lease"
)

// Right lets the database compare the fencing token, and looks at what came of it.
func Right(ctx context.Context, rdb *redis.Client, db *sql.DB, ttl time.Duration, value string, stall func()) error {
	l, err := lease.Take(ctx, rdb, "resource:lock", ttl)
	if err != nil {
		return err
	}
	defer l.Give(context.WithoutCancel(ctx))
	stall() // the value is worked out
	res, err := db.ExecContext(ctx, `UPDATE resource SET fence=?, value=? WHERE id=1 AND fence<=?`, l.Fence, value, l.Fence)
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
