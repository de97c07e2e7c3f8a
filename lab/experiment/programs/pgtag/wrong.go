// Package pgtag writes what PostgreSQL may refuse, through pgx.
package pgtag

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

var errBusy = errors.New("the premium is being worked out")

const takeRow = `
	INSERT INTO locks (name, owner, fence, expires_at) VALUES ('premium', $1, 1, $2)
	ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, fence = locks.fence + 1, expires_at = excluded.expires_at
	WHERE locks.expires_at <= $3
	RETURNING fence`

func lock(ctx context.Context, pool *pgxpool.Pool, owner string, now time.Time, ttl time.Duration) (fence int64, err error) {
	err = pool.QueryRow(ctx, takeRow, owner, now.Add(ttl).UnixMilli(), now.UnixMilli()).Scan(&fence)
	if errors.Is(err, pgx.ErrNoRows) {
		err = errBusy
	}
	return fence, err
}

func unlock(ctx context.Context, pool *pgxpool.Pool, owner string) {
	pool.Exec(ctx, `UPDATE locks SET expires_at = 0 WHERE name = 'premium' AND owner = $1`, owner)
}

// Wrong drops the command tag, which has the count of rows.
func Wrong(ctx context.Context, pool *pgxpool.Pool, now time.Time, ttl time.Duration, value string, stall func()) error {
	owner := rand.Text()
	fence, err := lock(ctx, pool, owner, now, ttl)
	if err != nil {
		return err
	}
	defer unlock(context.WithoutCancel(ctx), pool, owner)
	stall() // the premium is worked out
	if _, err := pool.Exec(ctx, `UPDATE resource SET fence = $1, value = $2 WHERE id = 1 AND fence <= $1`, fence, value); err != nil {
		return err
	}
	stall()
	return nil
}
