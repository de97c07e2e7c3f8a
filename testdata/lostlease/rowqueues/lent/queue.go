package lent

import (
	"context"
	"database/sql"
	"time"
)

// Queue lends messages that are rows of a table.
type Queue struct {
	db   *sql.DB
	name string
}

func (q *Queue) tx(ctx context.Context, fn func(*sql.Tx) error) error {
	tx, err := q.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := fn(tx); err != nil {
		_ = tx.Rollback()
		return err
	}
	return tx.Commit()
}

func (q *Queue) Receive(ctx context.Context) (id string, err error) {
	err = q.db.QueryRowContext(ctx, `UPDATE messages SET timeout = $1, received = received + 1
		WHERE id = (SELECT id FROM messages WHERE queue = $2 AND timeout <= $3 LIMIT 1) RETURNING id`,
		time.Now().Add(time.Minute), q.name, time.Now()).Scan(&id)
	return id, err
}

// Extend moves the time at which a message is lent to another.
func (q *Queue) Extend(ctx context.Context, id string, by time.Duration) error {
	return q.tx(ctx, func(tx *sql.Tx) error { return q.ExtendTx(ctx, tx, id, by) })
}

func (q *Queue) ExtendTx(ctx context.Context, tx *sql.Tx, id string, by time.Duration) error {
	_, err := tx.ExecContext(ctx, `UPDATE messages SET timeout = $1 WHERE queue = $2 AND id = $3`, time.Now().Add(by), q.name, id)
	return err
}

func (q *Queue) Delete(ctx context.Context, id string) error {
	_, err := q.db.ExecContext(ctx, `DELETE FROM messages WHERE queue = $1 AND id = $2`, q.name, id)
	return err
}
