// Package returning lets the database answer with a row: no row is
// sql.ErrNoRows, for those who scan.
package returning

import (
	"context"
	"database/sql"
	"errors"
)

var errStale = errors.New("menu was edited meanwhile")

type Menus struct{ db *sql.DB }

const edit = `UPDATE menus SET body = $1, revision = revision + 1 WHERE id = $2 AND revision = $3 RETURNING revision`

func (m *Menus) Edit(ctx context.Context, id, revision int64, body string) (next int64, err error) {
	err = m.db.QueryRowContext(ctx, edit, body, id, revision).Scan(&next) // silent: no row is an error of Scan
	if errors.Is(err, sql.ErrNoRows) {
		err = errStale
	}
	return next, err
}

// EditQuietly scans too, and the caller gets whatever error there is.
func (m *Menus) EditQuietly(ctx context.Context, id, revision int64, body string) error {
	var next int64
	return m.db.QueryRowContext(ctx, edit, body, id, revision).Scan(&next) // silent: no row is an error of Scan
}

// EditExec asks for a row and uses a call that cannot give it.
func (m *Menus) EditExec(ctx context.Context, id, revision int64, body string) error {
	_, err := m.db.ExecContext(ctx, edit, body, id, revision) // want ignoredrowcount "UPDATE"
	return err
}

// EditRows closes the rows without a look.
func (m *Menus) EditRows(ctx context.Context, id, revision int64, body string) error {
	rows, err := m.db.QueryContext(ctx, edit, body, id, revision) // want ignoredrowcount "UPDATE"
	if err != nil {
		return err
	}
	return rows.Close()
}

func (m *Menus) EditNext(ctx context.Context, id, revision int64, body string) (bool, error) {
	rows, err := m.db.QueryContext(ctx, edit, body, id, revision) // silent: Next tells
	if err != nil {
		return false, err
	}
	defer rows.Close()
	return rows.Next(), rows.Err()
}

// Take claims one of many; nothing to take is no error here, and is seen.
func (m *Menus) Take(ctx context.Context, cook string) (id int64, ok bool, err error) {
	const take = `UPDATE orders SET cook = $1 WHERE id = (SELECT id FROM orders WHERE cook IS NULL LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id`
	err = m.db.QueryRowContext(ctx, take, cook).Scan(&id) // silent: no row is seen
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	return id, err == nil, err
}
