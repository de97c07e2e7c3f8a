// Package checkrow looks at the owner of its row before it deletes it.
package checkrow

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"time"
)

var errBusy = errors.New("the invoices are being sent")

const takeRow = `
	INSERT INTO locks (name, owner, expires_at) VALUES ('invoices', $1, $2)
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

// Wrong selects, compares here, and deletes.
func Wrong(ctx context.Context, db *sql.DB, now time.Time, ttl time.Duration, stall func()) error {
	me := rand.Text()
	if err := lock(ctx, db, me, now, ttl); err != nil {
		return err
	}
	defer func() {
		var owner string
		err := db.QueryRowContext(ctx, `SELECT owner FROM locks WHERE name = 'invoices'`).Scan(&owner)
		if err == nil && owner == me {
			stall() // between the two statements
			db.ExecContext(ctx, `DELETE FROM locks WHERE name = 'invoices'`)
		}
	}()
	// … the invoices are sent …
	return nil
}
