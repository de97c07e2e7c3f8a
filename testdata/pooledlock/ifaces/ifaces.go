// Package ifaces hides its handles behind interfaces of its own.
package ifaces

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Querier is a pool, a connection or a transaction: nobody can tell.
type Querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

func Lock(ctx context.Context, q Querier) error {
	_, err := q.ExecContext(ctx, "SELECT pg_advisory_lock(8)")
	return err
}

// Pooler lends connections, which only a pool does.
type Pooler interface {
	Exec(ctx context.Context, query string, args ...any) (pgconn.CommandTag, error)
	Acquire(ctx context.Context) (*pgxpool.Conn, error)
}

// Sizer can be sized.
type Sizer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	SetMaxOpenConns(n int)
}

type Locks struct {
	pool  Pooler
	sized Sizer
	only  Querier
	conn  interface {
		Exec(ctx context.Context, query string, args ...any) (pgconn.CommandTag, error)
	}
}

func New(pool *pgxpool.Pool, db *sql.DB, conn *pgx.Conn) *Locks {
	return &Locks{pool: pool, sized: db, only: db, conn: conn}
}

func (l *Locks) Pool(ctx context.Context) error {
	_, err := l.pool.Exec(ctx, "SELECT pg_advisory_lock(8)") // want pooledlock "pg_advisory_lock through a connection pool"
	return err
}

func (l *Locks) Sized(ctx context.Context) error {
	_, err := l.sized.ExecContext(ctx, "SELECT pg_advisory_lock(8)") // want pooledlock "pg_advisory_lock through a connection pool"
	return err
}

// Only is given a pool by everybody who makes it.
func (l *Locks) Only(ctx context.Context) error {
	_, err := l.only.ExecContext(ctx, "SELECT pg_advisory_lock(8)") // want pooledlock "pg_advisory_lock through a connection pool"
	return err
}

func (l *Locks) Conn(ctx context.Context) error {
	_, err := l.conn.Exec(ctx, "SELECT pg_advisory_lock(8)")
	return err
}

// DB embeds the pool, as programs do to add methods.
type DB struct{ *sql.DB }

func (d *DB) Schema(ctx context.Context) error {
	_, err := d.ExecContext(ctx, "SELECT pg_advisory_lock(8)") // want pooledlock "pg_advisory_lock through a connection pool"
	return err
}
