package pgpinned

import (
	"context"
	"database/sql"
)

// Right writes on the connection that holds the lock: when that has broken, there is
// no lock, and no write.
func Right(ctx context.Context, db *sql.DB, value string, stall func()) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock(29)`); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock(29)`)
	stall() // the rating is worked out
	_, err = conn.ExecContext(ctx, `UPDATE resource SET value = $1 WHERE id = 1`, value)
	stall()
	return err
}
