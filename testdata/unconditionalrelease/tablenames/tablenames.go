// Package tablenames keeps the night shifts of a bakery apart. Which table holds the
// locks is configured, and the statements are put together once.
package tablenames

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

var errBusy = errors.New("the oven is in use")

// OvenLock is a row of a table that the bakery names.
type OvenLock struct {
	db    *sql.DB
	table string
	oven  string
	shift string
}

func (l *OvenLock) Lock(ctx context.Context) error {
	q := fmt.Sprintf("INSERT INTO %s (oven, shift, expires_at) VALUES ($1, $2, $3) ON CONFLICT (oven) DO NOTHING", l.table)
	res, err := l.db.ExecContext(ctx, q, l.oven, l.shift, time.Now().Add(time.Hour))
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errBusy)
	}
	return nil
}

func (l *OvenLock) Unlock(ctx context.Context) error {
	_, err := l.db.ExecContext(ctx, "DELETE FROM "+l.table+" WHERE oven = $1", l.oven) // want unconditionalrelease "DELETE FROM l.table does not compare the owner"
	return err
}

func (l *OvenLock) UnlockOwn(ctx context.Context) error {
	_, err := l.db.ExecContext(ctx, "DELETE FROM "+l.table+" WHERE oven = $1 AND shift = $2", l.oven, l.shift) // silent: compares the shift
	return err
}

func (l *OvenLock) prolong(ctx context.Context) error {
	_, err := l.db.ExecContext(ctx, fmt.Sprintf(`UPDATE "%s" SET expires_at = $2 WHERE oven = $1`, l.table), l.oven, time.Now().Add(time.Hour)) // want unconditionalrelease "UPDATE l.table does not compare the owner.*extends"
	return err
}

// Locks keeps the texts of its statements.
type Locks struct {
	db                        *sql.DB
	take, drop, dropOwn, pick string
}

func NewLocks(db *sql.DB, table string) *Locks {
	return &Locks{
		db:      db,
		take:    "INSERT INTO " + table + " (oven, shift, expires_at) VALUES ($1, $2, $3) ON CONFLICT (oven) DO NOTHING",
		drop:    "DELETE FROM " + table + " WHERE oven = $1",
		dropOwn: "DELETE FROM " + table + " WHERE oven = $1 AND shift = $2",
	}
}

func (l *Locks) Acquire(ctx context.Context, oven, shift string) error {
	res, err := l.db.ExecContext(ctx, l.take, oven, shift, time.Now().Add(time.Hour))
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errBusy)
	}
	return nil
}

func (l *Locks) Release(ctx context.Context, oven string) error {
	_, err := l.db.ExecContext(ctx, l.drop, oven) // want unconditionalrelease "DELETE FROM table does not compare the owner"
	return err
}

func (l *Locks) ReleaseOwn(ctx context.Context, oven, shift string) error {
	_, err := l.db.ExecContext(ctx, l.dropOwn, oven, shift) // silent: compares the shift
	return err
}

// Choose lets a caller say which statement is run.
func (l *Locks) Choose(own bool) {
	l.pick = l.drop
	if own {
		l.pick = l.dropOwn
	}
}

func (l *Locks) ReleaseChosen(ctx context.Context, oven string) error {
	_, err := l.db.ExecContext(ctx, l.pick, oven) // silent: which statement it is cannot be seen
	return err
}

// Shelf is a store of recipes, whose table is a setting too.
type Shelf struct {
	db    *sql.DB
	table string
}

func (s *Shelf) Put(ctx context.Context, name, text string) error {
	_, err := s.db.ExecContext(ctx, "INSERT INTO "+s.table+" (name, text) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING", name, text)
	return err
}

func (s *Shelf) Release(ctx context.Context, name string) error {
	_, err := s.db.ExecContext(ctx, "DELETE FROM "+s.table+" WHERE name = $1", name) // silent: recipes are no locks
	return err
}
