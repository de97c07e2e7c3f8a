package pgpool

import (
	"context"
	"database/sql"
)

// Right has one connection for all of it.
func Right(ctx context.Context, db *sql.DB, stall func()) (unlocked bool, err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return false, err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock(17)`); err != nil {
		return false, err
	}
	stall() // the schema is migrated
	err = conn.QueryRowContext(ctx, `SELECT pg_advisory_unlock(17)`).Scan(&unlocked)
	return unlocked, err
}
