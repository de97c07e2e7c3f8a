package checkrow

import (
	"context"
	"crypto/rand"
	"database/sql"
	"time"
)

// Right has the comparison in the statement that deletes.
func Right(ctx context.Context, db *sql.DB, now time.Time, ttl time.Duration, stall func()) error {
	me := rand.Text()
	if err := lock(ctx, db, me, now, ttl); err != nil {
		return err
	}
	defer func() {
		stall()
		db.ExecContext(ctx, `DELETE FROM locks WHERE name = 'invoices' AND owner = $1`, me)
	}()
	// … the invoices are sent …
	return nil
}
