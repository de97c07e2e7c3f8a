package rowrenewal

import (
	"context"
	"crypto/rand"
	"database/sql"
	"time"
)

// Right extends its own row only, and learns when that is gone.
func Right(ctx context.Context, db *sql.DB, now func() time.Time, ttl time.Duration, stall func()) error {
	owner := rand.Text()
	if err := lock(ctx, db, owner, now(), ttl); err != nil {
		return err
	}
	defer unlock(context.WithoutCancel(ctx), db, owner)
	stall() // the first chapter
	res, err := db.ExecContext(ctx, `UPDATE locks SET expires_at = $1 WHERE name = 'book' AND owner = $2`, now().Add(ttl).UnixMilli(), owner)
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
