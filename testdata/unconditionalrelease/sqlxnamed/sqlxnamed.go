// Package sqlxnamed keeps editing locks on articles, with sqlx's named
// parameters, prepared statements and the panicking forms.
package sqlxnamed

import (
	"context"
	"crypto/rand"
	"database/sql"
	"time"

	"github.com/jmoiron/sqlx"
)

type editLock struct {
	Article int64     `db:"article_id"`
	Editor  string    `db:"editor_token"`
	Expires time.Time `db:"expires_at"`
}

const (
	insertLock = `INSERT IGNORE INTO edit_locks (article_id, editor_token, expires_at) VALUES (:article_id, :editor_token, :expires_at)`
	deleteLock = `DELETE FROM edit_locks WHERE article_id = :article_id`
	deleteMine = `DELETE FROM edit_locks WHERE article_id = :article_id AND editor_token = :editor_token`
)

type Desk struct {
	db   *sqlx.DB
	lock editLock
}

func (d *Desk) Open(ctx context.Context, article int64) (bool, error) {
	d.lock = editLock{Article: article, Editor: rand.Text(), Expires: time.Now().Add(10 * time.Minute)}
	res, err := d.db.NamedExecContext(ctx, insertLock, d.lock)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

func (d *Desk) Close(ctx context.Context) error {
	_, err := d.db.NamedExecContext(ctx, deleteLock, d.lock) // want unconditionalrelease "DELETE.*edit_locks"
	return err
}

func (d *Desk) CloseVia(ext sqlx.Ext) error {
	_, err := sqlx.NamedExec(ext, deleteLock, map[string]any{"article_id": d.lock.Article}) // want unconditionalrelease "DELETE.*edit_locks"
	return err
}

func (d *Desk) MustClose() {
	d.db.MustExec(d.db.Rebind("DELETE FROM edit_locks WHERE article_id = ?"), d.lock.Article) // want unconditionalrelease "DELETE.*edit_locks"
}

// CloseGet compares what it has read into a struct.
func (d *Desk) CloseGet(ctx context.Context) error {
	var cur editLock
	if err := d.db.GetContext(ctx, &cur, "SELECT article_id, editor_token, expires_at FROM edit_locks WHERE article_id = ?", d.lock.Article); err != nil {
		return err
	}
	if cur.Editor != d.lock.Editor {
		return sql.ErrNoRows
	}
	_, err := d.db.ExecContext(ctx, "DELETE FROM edit_locks WHERE article_id = ?", d.lock.Article) // want unconditionalrelease "DELETE.*edit_locks"
	return err
}

func (d *Desk) Typing(ctx context.Context) error {
	stmt, err := d.db.PreparexContext(ctx, "UPDATE edit_locks SET expires_at = ? WHERE article_id = ?")
	if err != nil {
		return err
	}
	defer stmt.Close()
	_, err = stmt.ExecContext(ctx, time.Now().Add(10*time.Minute), d.lock.Article) // want unconditionalrelease "UPDATE.*edit_locks"
	return err
}

func (d *Desk) CloseMine(ctx context.Context) error {
	_, err := d.db.NamedExecContext(ctx, deleteMine, d.lock) // silent: the token is in the predicate
	return err
}

func (d *Desk) DropDrafts(ctx context.Context) error {
	_, err := d.db.NamedExecContext(ctx, "DELETE FROM article_drafts WHERE article_id = :article_id", d.lock) // silent: drafts
	return err
}
