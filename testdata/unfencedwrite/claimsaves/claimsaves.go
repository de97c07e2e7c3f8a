// Package claimsaves claims rows for a while, and saves them when the work is done.
package claimsaves

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

var errLost = errors.New("the claim was lost")

type Message struct {
	ID       int64
	Body     []byte
	State    string
	LockedBy sql.NullString
	LockedAt sql.NullTime
}

type Outbox struct{ db *sql.DB }

// Expire gives claims back that are too old.
func (o *Outbox) Expire(ctx context.Context, before time.Time) error {
	_, err := o.db.ExecContext(ctx, "UPDATE outbox SET locked_by = NULL, locked_at = NULL WHERE locked_at < ?", before)
	return err
}

// Save writes the row as it was read, holder included.
func (o *Outbox) Save(ctx context.Context, m Message) error {
	_, err := o.db.ExecContext(ctx, "UPDATE outbox SET body = ?, state = ?, locked_by = ?, locked_at = ? WHERE id = ?", m.Body, m.State, m.LockedBy, m.LockedAt, m.ID) // want unfencedwrite "stores locked_by without comparing it"
	return err
}

// SaveHeld compares the holder.
func (o *Outbox) SaveHeld(ctx context.Context, m Message, holder string) error {
	res, err := o.db.ExecContext(ctx, "UPDATE outbox SET body = ?, state = ?, locked_by = ? WHERE id = ? AND locked_by = ?", m.Body, m.State, m.LockedBy, m.ID, holder) // silent: compares the holder
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errLost)
	}
	return nil
}

// SaveLocked holds the row for as long as it takes.
func (o *Outbox) SaveLocked(ctx context.Context, m Message) error {
	tx, err := o.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "SELECT id FROM outbox WHERE id = ? FOR UPDATE", m.ID); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE outbox SET body = ?, state = ?, locked_by = ? WHERE id = ?", m.Body, m.State, m.LockedBy, m.ID); err != nil { // silent: the row is locked
		return err
	}
	return tx.Commit()
}

// Tasks are claimed for good: nobody takes them over.
type Tasks struct{ db *sql.DB }

func (t *Tasks) Save(ctx context.Context, id int64, body, state, by string) error {
	_, err := t.db.ExecContext(ctx, "UPDATE tasks SET body = ?, state = ?, locked_by = ? WHERE id = ?", body, state, by, id) // silent: claims of this table do not end by themselves
	return err
}
