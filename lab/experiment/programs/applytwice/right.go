package applytwice

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"time"

	"github.com/leasevet/leasevet/lab/experiment/programs/lockrow"
)

// Right gives the payment an id, which the account remembers.
func Right(ctx context.Context, db *sql.DB, now time.Time, ttl time.Duration, replyLost func() bool) error {
	l, err := lockrow.Take(ctx, db, "account", now, ttl)
	if err != nil {
		return err
	}
	defer l.Give(context.WithoutCancel(ctx))
	operation := rand.Text()
	for {
		err := payOnce(ctx, db, l.Fence, operation, replyLost)
		if !errors.Is(err, errReply) {
			return err
		}
	}
}

func payOnce(ctx context.Context, db *sql.DB, fence int64, operation string, replyLost func() bool) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(ctx, `INSERT INTO operations (id) VALUES ($1) ON CONFLICT (id) DO NOTHING`, operation)
	if err != nil {
		return err
	}
	fresh, err := res.RowsAffected()
	if err != nil || fresh == 0 {
		return err // this payment has been made
	}
	res, err = tx.ExecContext(ctx, `UPDATE account SET balance = balance + 10, fence = $1 WHERE id = 1 AND fence <= $1`, fence)
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err != nil {
		return err
	}
	if n == 0 {
		return lockrow.ErrLost
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	if replyLost() {
		return errReply
	}
	return nil
}
