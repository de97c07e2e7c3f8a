// Package callerdrops gets its outcomes from a store and drops some of them.
package callerdrops

import (
	"context"
	"database/sql"
	"log"

	"testdata.leasevet/ignoredrowcount/callerdrops/store"
)

type Desk struct {
	quotes *store.Quotes
	db     *sql.DB
}

func (d *Desk) Quote(ctx context.Context, id, version, cents int64) error {
	_, err := d.quotes.Set(ctx, id, version, cents) // want ignoredrowcount "UPDATE"
	return err
}

func (d *Desk) QuoteRows(ctx context.Context, id, version, cents int64) error {
	if _, err := d.quotes.SetRows(ctx, id, version, cents); err != nil { // want ignoredrowcount "(?i)update"
		return err
	}
	return nil
}

// Flag writes the answer down.
func (d *Desk) Flag(name string, value []byte, index uint64) error {
	ok, err := d.quotes.Flag(name, value, index) // want ignoredrowcount "CAS"
	log.Println("flag", name, ok)
	return err
}

func (d *Desk) QuoteChecked(ctx context.Context, id, version, cents int64) error {
	ok, err := d.quotes.Set(ctx, id, version, cents) // silent: the bool is tested
	if err == nil && !ok {
		err = store.ErrStale
	}
	return err
}

func (d *Desk) QuoteErr(ctx context.Context, id, version, cents int64) error {
	return d.quotes.SetErr(ctx, id, version, cents) // silent: the callee makes an error of it
}

// exec is the house's own Exec.
func (d *Desk) exec(ctx context.Context, query string, args ...any) (int64, error) {
	res, err := d.db.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

func (d *Desk) Comment(ctx context.Context, id, version int64, text string) error {
	_, err := d.exec(ctx, "UPDATE quotes SET comment = $3, version = version + 1 WHERE id = $1 AND version = $2", id, version, text) // want ignoredrowcount "UPDATE"
	return err
}

func (d *Desk) CommentAll(ctx context.Context, text string) error {
	_, err := d.exec(ctx, "UPDATE quotes SET comment = $1", text) // silent: no condition
	return err
}
