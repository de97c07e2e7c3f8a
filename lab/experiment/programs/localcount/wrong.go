// Package localcount numbers the holders of its lock.
package localcount

import (
	"context"
	"database/sql"
	"sync/atomic"
	"time"

	"github.com/leasevet/leasevet/lab/experiment/programs/lockrow"
)

// A Process is one of several that run the program.
type Process struct {
	DB    *sql.DB
	count atomic.Int64
}

// Wrong counts the acquisitions of its own process. Another one, or the same
// after a restart, begins at 1.
func (p *Process) Wrong(ctx context.Context, now time.Time, ttl time.Duration, value string, stall func()) error {
	l, err := lockrow.Take(ctx, p.DB, "budget", now, ttl)
	if err != nil {
		return err
	}
	defer l.Give(context.WithoutCancel(ctx))
	fence := p.count.Add(1)
	stall() // the budget is worked out
	res, err := p.DB.ExecContext(ctx, `UPDATE resource SET fence = $1, value = $2 WHERE id = 1 AND fence <= $1`, fence, value)
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
	stall()
	return nil
}
