// Package sametx locks and writes in one database transaction, on one pinned
// connection, or nearly so.
package sametx

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jmoiron/sqlx"
)

var errEmpty = errors.New("account is empty")

type Bank struct {
	db  *sql.DB
	dbx *sqlx.DB
}

func (b *Bank) Withdraw(ctx context.Context, account, cents int64) error {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var balance int64
	if err := tx.QueryRowContext(ctx, "SELECT balance FROM accounts WHERE id = $1 FOR UPDATE", account).Scan(&balance); err != nil {
		return err
	}
	if balance < cents {
		return errEmpty
	}
	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET balance = $2 WHERE id = $1", account, balance-cents); err != nil { // silent: the row is locked by this transaction
		return err
	}
	return tx.Commit()
}

func (b *Bank) Close(ctx context.Context, account int64) error {
	tx, err := b.dbx.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", account); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET closed = true WHERE id = $1", account); err != nil { // silent: the lock ends with this transaction
		return err
	}
	return tx.Commit()
}

// CloseOutside holds the lock in a transaction and writes beside it.
func (b *Bank) CloseOutside(ctx context.Context, account int64) error {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", account); err != nil {
		return err
	}
	if _, err := b.db.ExecContext(ctx, "UPDATE accounts SET closed = true WHERE id = $1", account); err != nil { // want unfencedwrite "UPDATE"
		return err
	}
	return tx.Commit()
}

// Fees runs on one MySQL connection from GET_LOCK to RELEASE_LOCK.
func (b *Bank) Fees(ctx context.Context, account, fee int64) error {
	conn, err := b.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var got sql.NullInt64
	if err := conn.QueryRowContext(ctx, "SELECT GET_LOCK('fees', 5)").Scan(&got); err != nil {
		return err
	}
	if got.Int64 != 1 {
		return errEmpty
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "DO RELEASE_LOCK('fees')")
	_, err = conn.ExecContext(ctx, "UPDATE accounts SET fee = ? WHERE id = ?", fee, account) // silent: on the connection that holds the lock
	return err
}

// FeesPooled lets the pool choose the connection of the write.
func (b *Bank) FeesPooled(ctx context.Context, account, fee int64) error {
	conn, err := b.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var got sql.NullInt64
	if err := conn.QueryRowContext(ctx, "SELECT GET_LOCK('fees', 5)").Scan(&got); err != nil {
		return err
	}
	if got.Int64 != 1 {
		return errEmpty
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "DO RELEASE_LOCK('fees')")
	_, err = b.db.ExecContext(ctx, "UPDATE accounts SET fee = ? WHERE id = ?", fee, account) // want unfencedwrite "UPDATE"
	return err
}
