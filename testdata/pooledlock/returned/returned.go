// Package returned gives connections back to their pools, with and without the lock.
package returned

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"
)

var errBusy = errors.New("busy")

// Half unlocks where all went well.
func Half(ctx context.Context, db *sql.DB, work func() error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close() // want pooledlock "returns the connection to its pool with the lock of pg_advisory_lock still held"
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(5)"); err != nil {
		return err
	}
	if err := work(); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "SELECT pg_advisory_unlock(5)")
	return err
}

// Never unlocks at all.
func Never(ctx context.Context, pool *pgxpool.Pool, work func() error) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	var ok bool
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock(5)").Scan(&ok); err != nil {
		conn.Release() // nothing is locked here
		return err
	}
	if !ok {
		conn.Release() // nor here
		return errBusy
	}
	err = work()
	conn.Release() // want pooledlock "pg_try_advisory_lock still held"
	return err
}

// Always unlocks by a defer.
func Always(ctx context.Context, db *sql.DB, work func() error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT GET_LOCK('five', 5)"); err != nil { // want ignoredacquire "get_lock"
		return err
	}
	defer func() {
		_, _ = conn.ExecContext(context.WithoutCancel(ctx), "SELECT RELEASE_LOCK('five')")
	}()
	return work()
}

// Closed ends the session, and with it the lock.
func Closed(ctx context.Context, pool *pgxpool.Pool, work func() error) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(5)"); err != nil {
		conn.Release()
		return err
	}
	own := conn.Hijack()
	defer own.Close(ctx)
	return work()
}

// Lent gives the connection to code that may unlock.
func Lent(ctx context.Context, db *sql.DB, finish func(*sql.Conn) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(5)"); err != nil {
		return err
	}
	return finish(conn)
}
