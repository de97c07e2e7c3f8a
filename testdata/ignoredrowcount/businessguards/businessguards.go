// Package businessguards has conditions that come from the business: stock,
// balances, seats. What follows the write decides whether its count matters.
package businessguards

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5"
)

var errSoldOut = errors.New("sold out")

type Shop struct {
	db   *sql.DB
	ship func(ctx context.Context, order int64) error
}

// Order takes one from the stock and ships, even when there was none.
func (s *Shop) Order(ctx context.Context, order, sku int64) error {
	if _, err := s.db.ExecContext(ctx, "UPDATE stock SET qty = qty - 1 WHERE sku = $1 AND qty > 0", sku); err != nil { // want ignoredrowcount "UPDATE"
		return err
	}
	return s.ship(ctx, order)
}

// OrderTx writes the order beside the stock, in one transaction that commits either way.
func (s *Shop) OrderTx(ctx context.Context, customer, sku int64) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "UPDATE stock SET qty = qty - 1 WHERE sku = $1 AND qty >= 1", sku); err != nil { // want ignoredrowcount "UPDATE"
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO orders (customer_id, sku) VALUES ($1, $2)", customer, sku); err != nil {
		return err
	}
	return tx.Commit()
}

func (s *Shop) OrderChecked(ctx context.Context, order, sku int64) error {
	res, err := s.db.ExecContext(ctx, "UPDATE stock SET qty = qty - 1 WHERE sku = $1 AND qty > 0", sku) // silent: zero rows is an error
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errSoldOut)
	}
	return s.ship(ctx, order)
}

// Cool lowers a gauge that does not go below zero; nothing follows.
func (s *Shop) Cool(ctx context.Context, sku int64) error {
	_, err := s.db.ExecContext(ctx, "UPDATE heat SET views = views - 1 WHERE sku = $1 AND views > 0", sku) // silent: nothing follows
	return err
}

// reserve returns only an error: its callers cannot know.
func (s *Shop) reserve(ctx context.Context, sku int64, n int) error {
	_, err := s.db.ExecContext(ctx, "UPDATE stock SET reserved = reserved + $2 WHERE sku = $1 AND qty - reserved >= $2", sku, n) // silent: what follows is at the callers
	return err
}

func (s *Shop) Hold(ctx context.Context, order, sku int64, n int) error {
	if err := s.reserve(ctx, sku, n); err != nil { // want ignoredrowcount "UPDATE"
		return err
	}
	return s.ship(ctx, order)
}

// Wish reserves as a hint, and does nothing else.
func (s *Shop) Wish(ctx context.Context, sku int64) error {
	return s.reserve(ctx, sku, 1) // silent: nothing follows
}

// Transfer moves money with pgx: the debit may not have happened.
func Transfer(ctx context.Context, conn *pgx.Conn, from, to, cents int64) error {
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "UPDATE accounts SET balance = balance - $2 WHERE id = $1 AND balance >= $2", from, cents); err != nil { // want ignoredrowcount "UPDATE"
			return err
		}
		_, err := tx.Exec(ctx, "UPDATE accounts SET balance = balance + $2 WHERE id = $1", to, cents) // silent: by key alone
		return err
	})
}

func TransferChecked(ctx context.Context, conn *pgx.Conn, from, to, cents int64) error {
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, "UPDATE accounts SET balance = balance - $2 WHERE id = $1 AND balance >= $2", from, cents) // silent: zero rows is an error
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return errSoldOut
		}
		_, err = tx.Exec(ctx, "UPDATE accounts SET balance = balance + $2 WHERE id = $1", to, cents) // silent: by key alone
		return err
	})
}
