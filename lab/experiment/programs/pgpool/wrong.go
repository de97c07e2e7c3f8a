// Package pgpool migrates a schema under a lock of the database session.
package pgpool

import (
	"context"
	"database/sql"
)

// Wrong locks and unlocks through the pool, which gives each statement the
// connection that is free at the time.
func Wrong(ctx context.Context, db *sql.DB, stall func()) (unlocked bool, err error) {
	if _, err := db.ExecContext(ctx, `SELECT pg_advisory_lock(17)`); err != nil {
		return false, err
	}
	stall() // the schema is migrated
	err = db.QueryRowContext(ctx, `SELECT pg_advisory_unlock(17)`).Scan(&unlocked)
	return unlocked, err
}
