// Package pgxpinned holds advisory locks on a pinned pgx connection. What runs
// on that connection fails with the lock; what runs on the pool does not.
package pgxpinned

import (
	"context"
	"errors"

	pgx4 "github.com/jackc/pgx/v4"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

var errBusy = errors.New("register is being rebuilt")

type Register struct{ pool *pgxpool.Pool }

func (r *Register) Rebuild(ctx context.Context, id int64, build func(context.Context) (string, error)) error {
	conn, err := r.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", id); err != nil {
		return err
	}
	defer conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", id)
	body, err := build(ctx)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "UPDATE registers SET body = $2 WHERE id = $1", id, body) // silent: on the connection that holds the lock
	return err
}

// RebuildPooled writes through the pool, on any other connection.
func (r *Register) RebuildPooled(ctx context.Context, id int64, build func(context.Context) (string, error)) error {
	conn, err := r.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	var ok bool
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", id).Scan(&ok); err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", id)
	body, err := build(ctx)
	if err != nil {
		return err
	}
	_, err = r.pool.Exec(ctx, "UPDATE registers SET body = $2 WHERE id = $1", id, body) // want unfencedwrite "UPDATE"
	return err
}

// RebuildTx begins its transaction on the pinned connection.
func (r *Register) RebuildTx(ctx context.Context, id int64, body string) error {
	conn, err := r.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", id); err != nil {
		return err
	}
	defer conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", id)
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE registers SET body = $2 WHERE id = $1", id, body) // silent: on the connection that holds the lock
		return err
	})
}

// RebuildIn takes the lock in the transaction and ends it there.
func (r *Register) RebuildIn(ctx context.Context, id int64, body string) error {
	return pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", id); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "UPDATE registers SET body = $2 WHERE id = $1", id, body) // silent: in the transaction that holds the lock
		return err
	})
}

// Archive4 does it with v4 on one connection, which was handed in.
func Archive4(ctx context.Context, conn *pgx4.Conn, id int64) error {
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", id); err != nil {
		return err
	}
	defer conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", id)
	_, err := conn.Exec(ctx, "UPDATE registers SET archived = true WHERE id = $1", id) // silent: on the connection that holds the lock
	return err
}
