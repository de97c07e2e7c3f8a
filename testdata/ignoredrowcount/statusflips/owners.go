package statusflips

import "context"

// Take gives an open payout to a clerk, whose work begins at once.
func (p *Payouts) Take(ctx context.Context, id int64, clerk string) error {
	if _, err := p.db.ExecContext(ctx, "UPDATE payouts SET owner = $2 WHERE id = $1 AND owner IS NULL", id, clerk); err != nil { // want ignoredrowcount "UPDATE payouts compares owner"
		return err
	}
	return p.pay(ctx, id)
}

// Name says once whose a payout is.
func (p *Payouts) Name(ctx context.Context, id int64, clerk string) error {
	_, err := p.db.ExecContext(ctx, "UPDATE payouts SET owner = $2 WHERE id = $1 AND owner IS NULL", id, clerk) // silent: set once, and nothing follows
	return err
}

// Fill gives all payouts without an owner to the office.
func (p *Payouts) Fill(ctx context.Context, office string) error {
	if _, err := p.db.ExecContext(ctx, "UPDATE payouts SET owner = $1 WHERE owner IS NULL", office); err != nil { // silent: a sweep
		return err
	}
	return p.mail(ctx, 0)
}

// With runs what it is given for the clerk who took the payout, and for who did not.
func (p *Payouts) With(ctx context.Context, id int64, work func() error) error {
	if _, err := p.db.ExecContext(ctx, "UPDATE payouts SET status = 'paying' WHERE id = $1 AND status = 'approved'", id); err != nil { // want ignoredrowcount "UPDATE payouts compares status"
		return err
	}
	return work()
}

// Stop ends what the caller has begun.
func (p *Payouts) Stop(ctx context.Context, id int64, closeAll func() error) error {
	if _, err := p.db.ExecContext(ctx, "UPDATE payouts SET status = 'stopped' WHERE id = $1 AND status = 'paying'", id); err != nil { // silent: idempotent, and what follows only ends something
		return err
	}
	return closeAll()
}
