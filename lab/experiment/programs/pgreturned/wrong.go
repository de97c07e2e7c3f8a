// Package pgreturned builds an index under a session lock, on a connection of its own.
package pgreturned

import (
	"context"
	"database/sql"
)

// Wrong gives the connection back to the pool, where the session lives on and keeps
// the lock, when the index cannot be built.
func Wrong(ctx context.Context, db *sql.DB, build func() error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock(23)`); err != nil {
		return err
	}
	if err := build(); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, `SELECT pg_advisory_unlock(23)`)
	return err
}
