// Package rows drops the outcome of conditional writes.
package rows

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
)

const setTitle = `UPDATE pages SET title = $1, version = version + 1 WHERE id = $2 AND version = $3`

type Pages struct {
	db   *sql.DB
	pool *pgxpool.Pool
}

func (p *Pages) Returned(ctx context.Context, id, title string, version int) error {
	_, err := p.db.ExecContext(ctx, setTitle, title, id, version) // want ignoredrowcount "UPDATE pages"
	return err
}

func (p *Pages) Checked(ctx context.Context, id, title string, version int) (int, error) {
	_, err := p.db.ExecContext(ctx, setTitle, title, id, version) // want ignoredrowcount "UPDATE pages"
	if err != nil {
		return 0, fmt.Errorf("title of %s: %w", id, err)
	}
	return version + 1, nil
}

func (p *Pages) If(ctx context.Context, id, title string, version int) (*Pages, error) {
	if _, err := p.db.ExecContext(ctx, setTitle, title, id, version); err != nil { // want ignoredrowcount "UPDATE pages"
		return nil, err
	}
	return p, nil
}

// Names uses the names that a fix would like to use.
func (p *Pages) Names(ctx context.Context, res, n string, version int) error {
	err := p.db.PingContext(ctx)
	if err != nil {
		return err
	}
	_, err = p.db.ExecContext(ctx, setTitle, res, n, version) // want ignoredrowcount "UPDATE pages"
	if err != nil {
		return err
	}
	return nil
}

func (p *Pages) Tag(ctx context.Context, id, title string, version int) error {
	if _, err := p.pool.Exec(ctx, setTitle, title, id, version); err != nil { // want ignoredrowcount "UPDATE pages"
		return fmt.Errorf("set title: %w", err)
	}
	return nil
}

func (p *Pages) InTx(ctx context.Context, id, title string, version int) error {
	tx, err := p.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	// What a refused write means for the transaction is not known.
	if _, err := tx.ExecContext(ctx, setTitle, title, id, version); err != nil { // want ignoredrowcount "UPDATE pages"
		tx.Rollback()
		return err
	}
	return tx.Commit()
}

func (p *Pages) Silent(ctx context.Context, id, title string, version int) {
	p.db.ExecContext(ctx, setTitle, title, id, version) // want ignoredrowcount "UPDATE pages"
}

func (p *Pages) Named(ctx context.Context, id, title string, version int) (err error) {
	_, err = p.db.ExecContext(ctx, setTitle, title, id, version) // want ignoredrowcount "UPDATE pages"
	return err
}
