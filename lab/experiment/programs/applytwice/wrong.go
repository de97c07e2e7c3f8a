// Package applytwice pays 10 into an account. The reply to the first attempt is
// lost, and the program tries again.
package applytwice

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/leasevet/leasevet/lab/experiment/programs/lockrow"
)

// errReply is the error of a request whose reply was lost.
var errReply = errors.New("connection reset: it is not known whether the payment was made")

// Wrong is fenced, and its own generation passes twice.
func Wrong(ctx context.Context, db *sql.DB, now time.Time, ttl time.Duration, replyLost func() bool) error {
	l, err := lockrow.Take(ctx, db, "account", now, ttl)
	if err != nil {
		return err
	}
	defer l.Give(context.WithoutCancel(ctx))
	for {
		err := pay(ctx, db, l.Fence, replyLost)
		if !errors.Is(err, errReply) {
			return err
		}
	}
}

func pay(ctx context.Context, db *sql.DB, fence int64, replyLost func() bool) error {
	res, err := db.ExecContext(ctx, `UPDATE account SET balance = balance + 10, fence = $1 WHERE id = 1 AND fence <= $1`, fence)
	if err != nil {
		return err
	}
	if replyLost() {
		return errReply
	}
	n, err := res.RowsAffected()
	if err == nil && n == 0 {
		err = lockrow.ErrLost
	}
	return err
}
