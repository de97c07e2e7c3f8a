package deleterow

import (
	"context"
	"crypto/rand"
	"database/sql"
	"time"
)

// Right deletes the row only while it is its own.
func Right(ctx context.Context, db *sql.DB, now time.Time, ttl time.Duration, stall func()) error {
	owner := rand.Text()
	if err := lock(ctx, db, owner, now, ttl); err != nil {
		return err
	}
	stall() // the payroll runs
	_, err := db.ExecContext(ctx, `DELETE FROM locks WHERE name = 'payroll' AND owner = $1`, owner)
	return err
}
