// Package deleterow has a lock that is a row, and gives it back by deleting it.
package deleterow

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"time"
)

var errBusy = errors.New("the payroll runs elsewhere")

const takeRow = `
	INSERT INTO locks (name, owner, expires_at) VALUES ('payroll', $1, $2)
	ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, expires_at = excluded.expires_at
	WHERE locks.expires_at <= $3`

func lock(ctx context.Context, db *sql.DB, owner string, now time.Time, ttl time.Duration) error {
	res, err := db.ExecContext(ctx, takeRow, owner, now.Add(ttl).UnixMilli(), now.UnixMilli())
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err == nil && n == 0 {
		err = errBusy
	}
	return err
}

// Wrong deletes the row by its name.
func Wrong(ctx context.Context, db *sql.DB, now time.Time, ttl time.Duration, stall func()) error {
	if err := lock(ctx, db, rand.Text(), now, ttl); err != nil {
		return err
	}
	stall() // the payroll runs
	_, err := db.ExecContext(ctx, `DELETE FROM locks WHERE name = 'payroll'`)
	return err
}
