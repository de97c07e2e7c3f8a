// Package withlock passes its lock sections as closures to another package.
package withlock

import (
	"context"
	"database/sql"
	"errors"

	"testdata.leasevet/unfencedwrite/withlock/locks"
)

var errStale = errors.New("domain was moved by somebody else")

type Domains struct {
	locks *locks.Locks
	db    *sql.DB
}

func (d *Domains) Move(ctx context.Context, name, server string) error {
	return d.locks.Do(ctx, "domain/"+name, func(ctx context.Context) error {
		_, err := d.db.ExecContext(ctx, "UPDATE domains SET server = $2 WHERE name = $1", name, server) // want unfencedwrite "UPDATE"
		return err
	})
}

// MoveVar keeps the closure in a variable first.
func (d *Domains) MoveVar(ctx context.Context, name, server string) error {
	move := func(ctx context.Context) error {
		_, err := d.db.ExecContext(ctx, "UPDATE domains SET server = $2 WHERE name = $1", name, server) // want unfencedwrite "UPDATE"
		return err
	}
	return d.locks.Do(ctx, "domain/"+name, move)
}

func (d *Domains) Renew(ctx context.Context, name string, ask func(context.Context) (int, error)) (int, error) {
	return locks.Value(ctx, d.locks, "domain/"+name, func(ctx context.Context) (int, error) {
		years, err := ask(ctx)
		if err != nil {
			return 0, err
		}
		_, err = d.db.ExecContext(ctx, "UPDATE domains SET years = $2 WHERE name = $1", name, years) // want unfencedwrite "UPDATE"
		return years, err
	})
}

func (d *Domains) MoveVersioned(ctx context.Context, name, server string, version int64) error {
	return d.locks.Do(ctx, "domain/"+name, func(ctx context.Context) error {
		res, err := d.db.ExecContext(ctx, "UPDATE domains SET server = $3, version = version + 1 WHERE name = $1 AND version = $2", name, version, server) // silent: the version is compared
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, errStale)
		}
		return nil
	})
}

// Touch passes the same closure to a function that locks nothing.
func (d *Domains) Touch(ctx context.Context, name string) error {
	return locks.Retry(ctx, func(ctx context.Context) error {
		_, err := d.db.ExecContext(ctx, "UPDATE domains SET touched_at = now() WHERE name = $1", name) // silent: no lock section
		return err
	})
}

// set is called inside a section and outside.
func (d *Domains) set(ctx context.Context, name, note string) error {
	_, err := d.db.ExecContext(ctx, "UPDATE domains SET note = $2 WHERE name = $1", name, note) // silent: the section is the caller's
	return err
}

func (d *Domains) Note(ctx context.Context, name, note string) error {
	if err := d.set(ctx, name, "pending"); err != nil { // silent: before the section
		return err
	}
	return d.locks.Do(ctx, "domain/"+name, func(ctx context.Context) error {
		return d.set(ctx, name, note) // want unfencedwrite "UPDATE"
	})
}
