// Package sqlresults updates subscriptions that carry a version, and looks at
// sql.Result in all ways, and in none.
package sqlresults

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
)

var ErrConflict = errors.New("subscription was changed by somebody else")

type Subscriptions struct {
	db     *sql.DB
	change *sql.Stmt
}

const setPlan = `UPDATE subscriptions SET plan = $1, version = version + 1 WHERE id = $2 AND version = $3`

func New(ctx context.Context, db *sql.DB) (*Subscriptions, error) {
	stmt, err := db.PrepareContext(ctx, setPlan)
	if err != nil {
		return nil, err
	}
	return &Subscriptions{db: db, change: stmt}, nil
}

func (s *Subscriptions) Change(ctx context.Context, id, version int64, plan string) error {
	_, err := s.db.ExecContext(ctx, setPlan, plan, id, version) // want ignoredrowcount "UPDATE"
	return err
}

// ChangeLogged writes the count down and goes on as if it were one.
func (s *Subscriptions) ChangeLogged(ctx context.Context, id, version int64, plan string) error {
	res, err := s.db.ExecContext(ctx, setPlan, plan, id, version) // want ignoredrowcount "UPDATE"
	if err != nil {
		return fmt.Errorf("change plan: %w", err)
	}
	rows, err := res.RowsAffected()
	if err != nil {
		return err
	}
	slog.InfoContext(ctx, "plan changed", "subscription", id, "rows", rows)
	return nil
}

// ChangeUnread asks whether there is a count, and not what it is.
func (s *Subscriptions) ChangeUnread(ctx context.Context, id, version int64, plan string) error {
	res, err := s.db.ExecContext(ctx, setPlan, plan, id, version) // want ignoredrowcount "UPDATE"
	if err != nil {
		return err
	}
	_, err = res.RowsAffected()
	return err
}

// ChangeTx is one of two writes in a transaction.
func (s *Subscriptions) ChangeTx(ctx context.Context, id, version int64, plan string) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, setPlan, plan, id, version); err != nil { // want ignoredrowcount "UPDATE"
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO plan_changes (subscription_id, plan) VALUES ($1, $2)", id, plan); err != nil { // silent: an insert
		return err
	}
	return tx.Commit()
}

func (s *Subscriptions) ChangePrepared(ctx context.Context, id, version int64, plan string) error {
	_, err := s.change.ExecContext(ctx, plan, id, version) // want ignoredrowcount "UPDATE"
	return err
}

func (s *Subscriptions) ChangeChecked(ctx context.Context, id, version int64, plan string) error {
	res, err := s.change.ExecContext(ctx, plan, id, version) // silent: zero rows is an error
	if err != nil {
		return err
	}
	switch rows, err := res.RowsAffected(); {
	case err != nil:
		return err
	case rows == 0:
		return ErrConflict
	}
	return nil
}

type outcome struct{ Rows int64 }

// ChangeStored leaves the verdict to whoever reads the field.
func (s *Subscriptions) ChangeStored(ctx context.Context, id, version int64, plan string, out *outcome) error {
	res, err := s.db.ExecContext(ctx, setPlan, plan, id, version) // silent: the count goes to the caller
	if err != nil {
		return err
	}
	out.Rows, err = res.RowsAffected()
	return err
}

// Rename is by key alone: there is nothing that could refuse it.
func (s *Subscriptions) Rename(ctx context.Context, id int64, name string) error {
	_, err := s.db.ExecContext(ctx, "UPDATE subscriptions SET name = $1 WHERE id = $2", name, id) // silent: by key alone
	return err
}

// Drop deletes one version of a row.
func (s *Subscriptions) Drop(ctx context.Context, id, version int64) error {
	_, err := s.db.ExecContext(ctx, "DELETE FROM subscriptions WHERE id = $1 AND version = $2", id, version) // want ignoredrowcount "DELETE"
	return err
}
