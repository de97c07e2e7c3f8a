// Package pgxbatches sends many conditional writes in one round trip; each has
// an outcome of its own.
package pgxbatches

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

var errStale = errors.New("some prices were changed meanwhile")

type Price struct {
	SKU     string
	Cents   int64
	Version int64
}

type Prices struct{ pool *pgxpool.Pool }

const setPrice = `UPDATE prices SET cents = $2, version = version + 1 WHERE sku = $1 AND version = $3`

func (p *Prices) SetAll(ctx context.Context, prices []Price) error {
	b := &pgx.Batch{}
	for _, pr := range prices {
		b.Queue(setPrice, pr.SKU, pr.Cents, pr.Version) // want ignoredrowcount "UPDATE"
	}
	return p.pool.SendBatch(ctx, b).Close()
}

// SetAllExec drops each tag by itself.
func (p *Prices) SetAllExec(ctx context.Context, prices []Price) (err error) {
	b := &pgx.Batch{}
	for _, pr := range prices {
		b.Queue(setPrice, pr.SKU, pr.Cents, pr.Version) // want ignoredrowcount "UPDATE"
	}
	res := p.pool.SendBatch(ctx, b)
	defer func() { err = errors.Join(err, res.Close()) }()
	for range prices {
		if _, err := res.Exec(); err != nil {
			return err
		}
	}
	return nil
}

func (p *Prices) SetAllChecked(ctx context.Context, prices []Price) (stale []string, err error) {
	b := &pgx.Batch{}
	for _, pr := range prices {
		b.Queue(setPrice, pr.SKU, pr.Cents, pr.Version) // silent: each tag is looked at below
	}
	res := p.pool.SendBatch(ctx, b)
	defer func() { err = errors.Join(err, res.Close()) }()
	for _, pr := range prices {
		tag, err := res.Exec()
		if err != nil {
			return nil, err
		}
		if tag.RowsAffected() == 0 {
			stale = append(stale, pr.SKU)
		}
	}
	return stale, nil
}

// SetAllCalled gives each statement a function of its own.
func (p *Prices) SetAllCalled(ctx context.Context, prices []Price) error {
	b := &pgx.Batch{}
	for _, pr := range prices {
		b.Queue(setPrice, pr.SKU, pr.Cents, pr.Version).Exec(func(tag pgconn.CommandTag) error { // silent: the callback compares
			if tag.RowsAffected() == 0 {
				return errStale
			}
			return nil
		})
	}
	return p.pool.SendBatch(ctx, b).Close()
}

// Log only inserts.
func (p *Prices) Log(ctx context.Context, prices []Price) error {
	b := &pgx.Batch{}
	for _, pr := range prices {
		b.Queue("INSERT INTO price_log (sku, cents) VALUES ($1, $2)", pr.SKU, pr.Cents) // silent: inserts
	}
	return p.pool.SendBatch(ctx, b).Close()
}
