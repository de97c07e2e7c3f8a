// Package statusflips changes states. Where zero rows means that it was done
// already, nobody has to look; where somebody works on, somebody has to.
package statusflips

import (
	"context"
	"database/sql"
	"errors"
	"log"

	"gorm.io/gorm"
)

type Payout struct {
	ID     int64
	Status string
}

type Payouts struct {
	db   *sql.DB
	orm  *gorm.DB
	pay  func(ctx context.Context, id int64) error
	mail func(ctx context.Context, id int64) error
}

// Archive may run twice.
func (p *Payouts) Archive(ctx context.Context, id int64) error {
	_, err := p.db.ExecContext(ctx, "UPDATE payouts SET status = 'archived' WHERE id = $1 AND status <> 'archived'", id) // silent: idempotent, and nothing follows
	return err
}

func (p *Payouts) Read(ctx context.Context, id int64) {
	if _, err := p.db.ExecContext(ctx, "UPDATE notices SET read = true WHERE payout_id = $1 AND read = false", id); err != nil { // silent: idempotent, and nothing follows
		log.Println("read notice:", err)
	}
}

func (p *Payouts) Cancel(ctx context.Context, id int64) error {
	return p.orm.WithContext(ctx).Model(&Payout{}).Where("id = ? AND status = ?", id, "draft").Update("status", "cancelled").Error // silent: idempotent, and nothing follows
}

// Expire sweeps over whatever is late.
func (p *Payouts) Expire(ctx context.Context) error {
	_, err := p.db.ExecContext(ctx, "UPDATE payouts SET status = 'expired' WHERE status = 'open' AND due < now()") // silent: a sweep
	return err
}

// Pay claims the payout and pays, whoever has claimed it.
func (p *Payouts) Pay(ctx context.Context, id int64) error {
	if _, err := p.db.ExecContext(ctx, "UPDATE payouts SET status = 'paying' WHERE id = $1 AND status = 'approved'", id); err != nil { // want ignoredrowcount "UPDATE"
		return err
	}
	return p.pay(ctx, id)
}

// Approve tells the merchant, once for each click.
func (p *Payouts) Approve(ctx context.Context, id int64) error {
	res := p.orm.WithContext(ctx).Model(&Payout{}).Where("id = ? AND status = ?", id, "draft").Update("status", "approved") // want ignoredrowcount "(?i)update"
	if res.Error != nil {
		return res.Error
	}
	return p.mail(ctx, id)
}

func (p *Payouts) PayAll(ctx context.Context, ids []int64) error {
	var errs []error
	for _, id := range ids {
		_, err := p.db.ExecContext(ctx, "UPDATE payouts SET status = 'paying' WHERE id = $1 AND status = 'approved'", id) // want ignoredrowcount "UPDATE"
		if err != nil {
			errs = append(errs, err)
			continue
		}
		errs = append(errs, p.pay(ctx, id))
	}
	return errors.Join(errs...)
}

func (p *Payouts) PayOnce(ctx context.Context, id int64) error {
	res, err := p.db.ExecContext(ctx, "UPDATE payouts SET status = 'paying' WHERE id = $1 AND status = 'approved'", id) // silent: the loser returns
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err != nil || n == 0 {
		return err
	}
	return p.pay(ctx, id)
}

// Assign claims for a clerk, who will believe it.
func (p *Payouts) Assign(ctx context.Context, id int64, clerk string) error {
	_, err := p.db.ExecContext(ctx, "UPDATE payouts SET claimed_by = $2 WHERE id = $1 AND claimed_by IS NULL", id, clerk) // want ignoredrowcount "UPDATE"
	return err
}
