// Package pgunfenced has lock and data in one PostgreSQL, and speaks to it
// through pgx.
package pgunfenced

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

var (
	errBusy = errors.New("the quota is being worked out")
	ErrLost = errors.New("a newer holder has written")
)

const takeRow = `
	INSERT INTO locks (name, owner, fence, expires_at) VALUES ('quota', $1, 1, $2)
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
	pool.Exec(ctx, `UPDATE locks SET expires_at = 0 WHERE name = 'quota' AND owner = $1`, owner)
}

// Wrong gets a fencing token and makes no use of it.
func Wrong(ctx context.Context, pool *pgxpool.Pool, now time.Time, ttl time.Duration, value string, stall func()) error {
	owner := rand.Text()
	if _, err := lock(ctx, pool, owner, now, ttl); err != nil {
		return err
	}
	defer unlock(context.WithoutCancel(ctx), pool, owner)
	stall() // the quota is worked out
	_, err := pool.Exec(ctx, `UPDATE resource SET value = $1 WHERE id = 1`, value)
	stall()
	return err
}
