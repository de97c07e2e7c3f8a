// Package fencedupdate writes a resource in a database under a lock in Redis.
package fencedupdate

import (
	"context"
	"database/sql"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/leasevet/leasevet/lab/experiment/programs/lease"
)

// Wrong writes by the key alone: the database takes whatever comes, and whenever.
func Wrong(ctx context.Context, rdb *redis.Client, db *sql.DB, ttl time.Duration, value string, stall func()) error {
	l, err := lease.Take(ctx, rdb, "resource:lock", ttl)
	if err != nil {
		return err
	}
	defer l.Give(context.WithoutCancel(ctx))
	stall() // the value is worked out
	_, err = db.ExecContext(ctx, `UPDATE resource SET value=? WHERE id=1`, value)
	stall()
	return err
}
