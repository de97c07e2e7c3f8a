package pgreturned

import (
	"context"
	"database/sql"
)

// Right unlocks on every way out, before it gives the connection back.
func Right(ctx context.Context, db *sql.DB, build func() error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock(23)`); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock(23)`)
	return build()
}
