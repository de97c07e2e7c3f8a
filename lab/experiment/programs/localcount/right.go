package localcount

import (
	"context"
	"time"

	"github.com/leasevet/leasevet/lab/experiment/programs/lockrow"
)

// Right has the number from where the lock is kept.
func (p *Process) Right(ctx context.Context, now time.Time, ttl time.Duration, value string, stall func()) error {
	l, err := lockrow.Take(ctx, p.DB, "budget", now, ttl)
	if err != nil {
		return err
	}
	defer l.Give(context.WithoutCancel(ctx))
	stall() // the budget is worked out
	res, err := p.DB.ExecContext(ctx, `UPDATE resource SET fence = $1, value = $2 WHERE id = 1 AND fence <= $1`, l.Fence, value)
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
