// Package locks takes advisory locks on a database handle of its own.
package locks

import (
	"context"
	"database/sql"
	"sync"
)

type Factory struct {
	mu   sync.Mutex
	conn *sql.DB // limited to one connection by whoever opens it
}

func NewFactory(conn *sql.DB) *Factory { return &Factory{conn: conn} }

// Lock is a lock that was acquired.
type Lock struct {
	f  *Factory
	id int64
}

func (f *Factory) Acquire(ctx context.Context, id int64) (*Lock, bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var ok bool
	if err := f.conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", id).Scan(&ok); err != nil { // want pooledlock "pg_try_advisory_lock"
		return nil, false, err
	}
	if !ok {
		return nil, false, nil
	}
	return &Lock{f, id}, true, nil
}

func (l *Lock) Release(ctx context.Context) error {
	l.f.mu.Lock()
	defer l.f.mu.Unlock()
	_, err := l.f.conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", l.id) // want pooledlock "pg_advisory_unlock"
	return err
}

// OnHandle takes the lock on a handle that the caller brings.
func OnHandle(ctx context.Context, tx *sql.Tx, id int64) error {
	_, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", id)
	return err
}
