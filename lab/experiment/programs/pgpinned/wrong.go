// Package pgpinned works out a rating under a session lock. The lock has no TTL: it ends
// with its session, and so with its connection.
package pgpinned

import (
	"context"
	"database/sql"
)

// Wrong locks on one connection and writes on another, which still works when the
// lock's has broken.
func Wrong(ctx context.Context, db *sql.DB, value string, stall func()) error {
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
	_, err = db.ExecContext(ctx, `UPDATE resource SET value = $1 WHERE id = 1`, value)
	stall()
	return err
}
