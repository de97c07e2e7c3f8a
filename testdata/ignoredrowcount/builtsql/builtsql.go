// Package builtsql puts its statements together: from constants, with Sprintf,
// in a builder, out of a map.
package builtsql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

const (
	table  = "vessels"
	byID   = " WHERE id = $1"
	fenced = byID + " AND fence < $2"
	course = "UPDATE " + table + " SET course = $3, fence = $2" + fenced
	name   = "UPDATE " + table + " SET name = $2" + byID
)

var errFenced = errors.New("a newer captain is on board")

type Vessels struct{ db *sql.DB }

func (v *Vessels) Course(ctx context.Context, id, fence int64, degrees int) error {
	_, err := v.db.ExecContext(ctx, course, id, fence, degrees) // want ignoredrowcount "UPDATE"
	return err
}

func (v *Vessels) Rename(ctx context.Context, id int64, to string) error {
	_, err := v.db.ExecContext(ctx, name, id, to) // silent: by key alone
	return err
}

func (v *Vessels) Column(ctx context.Context, id, fence int64, column string, value any) error {
	query := fmt.Sprintf("UPDATE %s SET %s = $3, fence = $2 WHERE id = $1 AND fence < $2", table, column)
	_, err := v.db.ExecContext(ctx, query, id, fence, value) // want ignoredrowcount "UPDATE"
	return err
}

// Many writes as many columns as it gets.
func (v *Vessels) Many(ctx context.Context, id, fence int64, set map[string]any) error {
	var b strings.Builder
	b.WriteString("UPDATE vessels SET fence = $2")
	args := []any{id, fence}
	for column, value := range set {
		args = append(args, value)
		fmt.Fprintf(&b, ", %s = $%d", column, len(args))
	}
	b.WriteString(" WHERE id = $1 AND fence < $2")
	_, err := v.db.ExecContext(ctx, b.String(), args...) // want ignoredrowcount "UPDATE"
	return err
}

// Optional adds its condition only sometimes, but then it counts.
func (v *Vessels) Optional(ctx context.Context, id int64, crew int, fence *int64) error {
	query, args := "UPDATE vessels SET crew = $2 WHERE id = $1", []any{id, crew}
	if fence != nil {
		query += " AND fence <= $3"
		args = append(args, *fence)
	}
	res, err := v.db.ExecContext(ctx, query, args...) // silent: zero rows is an error
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errFenced)
	}
	return nil
}

func (v *Vessels) Joined(ctx context.Context, id, version int64, set []string, args []any) error {
	query := "UPDATE vessels SET " + strings.Join(set, ", ") + ", version = version + 1 WHERE id = ? AND version = ?"
	_, err := v.db.ExecContext(ctx, query, append(args, id, version)...) // want ignoredrowcount "UPDATE"
	return err
}

// Given gets its text from somebody who cannot be seen.
func (v *Vessels) Given(ctx context.Context, query func() string, id, fence int64, value any) error {
	_, err := v.db.ExecContext(ctx, query(), id, fence, value) // silent: the text is not known
	return err
}
