// Package sqlxforms saves survey answers in sqlx's many forms.
package sqlxforms

import (
	"context"
	"errors"

	"github.com/jmoiron/sqlx"
)

type Answer struct {
	ID    int64  `db:"id"`
	Text  string `db:"text"`
	Epoch int64  `db:"epoch"`
}

var errNewer = errors.New("a newer answer is stored")

type Answers struct{ db *sqlx.DB }

const save = `UPDATE answers SET text = :text, epoch = :epoch WHERE id = :id AND epoch < :epoch`

func (a *Answers) Save(ctx context.Context, ans Answer) error {
	_, err := a.db.NamedExecContext(ctx, save, ans) // want ignoredrowcount "UPDATE"
	return err
}

func SaveIn(ctx context.Context, tx *sqlx.Tx, ans Answer) error {
	_, err := sqlx.NamedExecContext(ctx, tx, save, ans) // want ignoredrowcount "UPDATE"
	return err
}

func (a *Answers) SavePrepared(ctx context.Context, ans Answer) error {
	stmt, err := a.db.PrepareNamedContext(ctx, save)
	if err != nil {
		return err
	}
	defer stmt.Close()
	_, err = stmt.ExecContext(ctx, ans) // want ignoredrowcount "UPDATE"
	return err
}

// MustSave panics on errors; a refused write is none.
func (a *Answers) MustSave(ans Answer) {
	a.db.MustExec(a.db.Rebind("UPDATE answers SET text = ?, epoch = ? WHERE id = ? AND epoch < ?"), ans.Text, ans.Epoch, ans.ID, ans.Epoch) // want ignoredrowcount "UPDATE"
}

func (a *Answers) MustSaveChecked(ans Answer) error {
	res := a.db.MustExec("UPDATE answers SET text = $1, epoch = $2 WHERE id = $3 AND epoch < $2", ans.Text, ans.Epoch, ans.ID) // silent: zero rows is an error
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errNewer)
	}
	return nil
}

func (a *Answers) SaveChecked(ctx context.Context, ans Answer) (bool, error) {
	res, err := a.db.NamedExecContext(ctx, save, ans) // silent: the count is returned
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n > 0, err
}

// Archive expands its ids and names no condition beside them.
func (a *Answers) Archive(ctx context.Context, ids []int64) error {
	query, args, err := sqlx.In("UPDATE answers SET archived = TRUE WHERE id IN (?)", ids)
	if err != nil {
		return err
	}
	_, err = a.db.ExecContext(ctx, a.db.Rebind(query), args...) // silent: by keys
	return err
}
