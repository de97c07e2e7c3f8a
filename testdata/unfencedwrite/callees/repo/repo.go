// Package repo stores containers; it knows nothing of locks.
package repo

import (
	"context"
	"database/sql"
	"errors"

	"github.com/redis/go-redis/v9"
)

var ErrMoved = errors.New("repo: container has moved")

type Containers struct {
	db  *sql.DB
	rdb *redis.Client
}

func New(db *sql.DB, rdb *redis.Client) *Containers { return &Containers{db: db, rdb: rdb} }

func (c *Containers) SetBerth(ctx context.Context, id int64, berth string) error {
	_, err := c.db.ExecContext(ctx, "UPDATE containers SET berth = ? WHERE id = ?", berth, id) // silent: no lock of its own
	return err
}

// SetBerthAt moves a container that is still where the caller saw it last.
func (c *Containers) SetBerthAt(ctx context.Context, id, seen int64, berth string) error {
	res, err := c.db.ExecContext(ctx, "UPDATE containers SET berth = ?, version = version + 1 WHERE id = ? AND version = ?", berth, id, seen)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, ErrMoved)
	}
	return nil
}

func (c *Containers) Log(ctx context.Context, id int64, what string) error {
	_, err := c.db.ExecContext(ctx, "INSERT INTO container_log (container_id, what) VALUES (?, ?)", id, what)
	return err
}

func (c *Containers) Manifest(ctx context.Context, ship, text string) error {
	return c.rdb.Set(ctx, "manifest:"+ship, text, 0).Err() // silent: no lock of its own
}

func (c *Containers) Berth(ctx context.Context, id int64) (berth string, version int64, err error) {
	err = c.db.QueryRowContext(ctx, "SELECT berth, version FROM containers WHERE id = ?", id).Scan(&berth, &version)
	return berth, version, err
}
