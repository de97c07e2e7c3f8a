// Package lockrow is a lock in a table of SQL as it should be. The programs use it
// where the lock is not what goes wrong. The statements are the same for SQLite
// and PostgreSQL; the time comes from the caller.
package lockrow

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"time"
)

var (
	ErrBusy = errors.New("somebody else holds the lock")
	ErrLost = errors.New("the lease is over, and a newer holder has written")
)

// A Row is a lock that is held until Give, or until its time is over.
type Row struct {
	Fence       int64 // the fencing token
	db          *sql.DB
	name, owner string
}

// Take takes a row that is free or whose time is over, and raises its number.
func Take(ctx context.Context, db *sql.DB, name string, now time.Time, ttl time.Duration) (*Row, error) {
	r := &Row{db: db, name: name, owner: rand.Text()}
	err := db.QueryRowContext(ctx, `
		INSERT INTO locks (name, owner, fence, expires_at) VALUES ($1, $2, 1, $3)
		ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, fence = locks.fence + 1, expires_at = excluded.expires_at
		WHERE locks.expires_at <= $4
		RETURNING fence`, name, r.owner, now.Add(ttl).UnixMilli(), now.UnixMilli()).Scan(&r.Fence)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrBusy
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Give ends the time of the row. The row stays, and with it its number: a
// deleted row would begin again at 1.
func (r *Row) Give(ctx context.Context) error {
	_, err := r.db.ExecContext(ctx, `UPDATE locks SET expires_at = 0 WHERE name = $1 AND owner = $2`, r.name, r.owner)
	return err
}
