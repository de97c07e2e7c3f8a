package pgunfenced

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Right lets PostgreSQL compare it.
func Right(ctx context.Context, pool *pgxpool.Pool, now time.Time, ttl time.Duration, value string, stall func()) error {
	owner := rand.Text()
	fence, err := lock(ctx, pool, owner, now, ttl)
	if err != nil {
		return err
	}
	defer unlock(context.WithoutCancel(ctx), pool, owner)
	stall() // the quota is worked out
	tag, err := pool.Exec(ctx, `UPDATE resource SET fence = $1, value = $2 WHERE id = 1 AND fence <= $1`, fence, value)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return ErrLost
	}
	stall()
	return nil
}
