// Package onepool limits its pools to one connection, or does not quite.
package onepool

import (
	"context"
	"database/sql"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

type Settings struct{ Connections int }

func defaults() *Settings { return &Settings{Connections: 16} }

// Connect opens a pool of a given size.
func Connect(dsn string, s *Settings) (*sql.DB, error) {
	db, err := sql.Open("mysql", dsn)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(s.Connections)
	db.SetConnMaxLifetime(time.Hour)
	return db, nil
}

// Lock has a pool of its own with one connection.
type Lock struct{ db *sql.DB }

func New(dsn string) (*Lock, error) {
	s := defaults()
	s.Connections = 1
	db, err := Connect(dsn, s)
	if err != nil {
		return nil, err
	}
	return &Lock{db}, nil
}

func (l *Lock) Acquire(ctx context.Context) (got int, err error) {
	err = l.db.QueryRowContext(ctx, "SELECT GET_LOCK('one', 1)").Scan(&got)
	return got, err
}

// Shared has the pool that everybody uses.
type Shared struct{ db *sql.DB }

func NewShared(dsn string) (*Shared, error) {
	db, err := Connect(dsn, defaults())
	if err != nil {
		return nil, err
	}
	return &Shared{db}, nil
}

func (s *Shared) Acquire(ctx context.Context) (got int, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT GET_LOCK('shared', 1)").Scan(&got) // want pooledlock "get_lock"
	return got, err
}

func (s *Shared) Close() error { return s.db.Close() }

// Direct says so itself.
func Direct(ctx context.Context, dsn string, work func() error) error {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, "SELECT pg_advisory_lock(3)"); err != nil {
		return err
	}
	defer db.ExecContext(ctx, "SELECT pg_advisory_unlock(3)")
	return work()
}

// Few is no better than many.
func Few(ctx context.Context, dsn string, work func() error) error {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(2)
	if _, err := db.ExecContext(ctx, "SELECT pg_advisory_lock(3)"); err != nil { // want pooledlock "pg_advisory_lock"
		return err
	}
	return work()
}

// Configured limits a pgx pool in its configuration.
func Configured(ctx context.Context, dsn string, work func() error) error {
	cfg, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return err
	}
	cfg.MaxConns = 1
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return err
	}
	defer pool.Close()
	if _, err := pool.Exec(ctx, "SELECT pg_advisory_lock(3)"); err != nil {
		return err
	}
	return work()
}

// Texted limits it in the connection string.
func Texted(ctx context.Context, host string, work func() error) error {
	pool, err := pgxpool.New(ctx, "postgres://"+host+"/app?pool_max_conns=1")
	if err != nil {
		return err
	}
	defer pool.Close()
	if _, err := pool.Exec(ctx, "SELECT pg_advisory_lock(3)"); err != nil {
		return err
	}
	return work()
}

// Dedicated closes its pool to release: whichever connection has the lock, it ends.
type Dedicated struct{ db *sql.DB }

func Dedicate(dsn string) (*Dedicated, error) {
	db, err := Connect(dsn, defaults())
	return &Dedicated{db}, err
}

func (d *Dedicated) Lock(ctx context.Context) (got int, err error) {
	err = d.db.QueryRowContext(ctx, "SELECT GET_LOCK('dedicated', 1)").Scan(&got)
	return got, err
}

func (d *Dedicated) Unlock() error { return d.db.Close() }
