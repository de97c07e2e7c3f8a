// Package rowrenewal translates a book by chapters, and extends its row between two
// of them.
package rowrenewal

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"time"
)

var (
	errBusy = errors.New("the book is being translated")
	ErrLost = errors.New("the book is somebody else's by now")
)

const takeRow = `
	INSERT INTO locks (name, owner, expires_at) VALUES ('book', $1, $2)
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

func unlock(ctx context.Context, db *sql.DB, owner string) {
	db.ExecContext(ctx, `DELETE FROM locks WHERE name = 'book' AND owner = $1`, owner)
}

// Wrong extends whatever row is there, and takes the count for its own.
func Wrong(ctx context.Context, db *sql.DB, now func() time.Time, ttl time.Duration, stall func()) error {
	owner := rand.Text()
	if err := lock(ctx, db, owner, now(), ttl); err != nil {
		return err
	}
	defer unlock(context.WithoutCancel(ctx), db, owner)
	stall() // the first chapter
	res, err := db.ExecContext(ctx, `UPDATE locks SET expires_at = $1 WHERE name = 'book'`, now().Add(ttl).UnixMilli())
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err != nil {
		return err
	}
	if n == 0 {
		return ErrLost
	}
	stall() // the second chapter
	return nil
}
