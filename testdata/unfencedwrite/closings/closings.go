// Package closings ends records under a lease: it marks them done, takes them away,
// or looks again before it does.
package closings

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"
)

type Export struct {
	ID    int64
	State string
}

type Exports struct {
	locker *redislock.Client
	db     *sql.DB
}

func load(ctx context.Context, tx *sql.Tx, id int64) (*Export, error) {
	e := &Export{ID: id}
	err := tx.QueryRowContext(ctx, "SELECT state FROM exports WHERE id = $1", id).Scan(&e.State)
	return e, err
}

// complete looks again in its own transaction.
func (x *Exports) complete(ctx context.Context, id int64) error {
	tx, err := x.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	e, err := load(ctx, tx, id)
	if err != nil {
		return err
	}
	if e.State == "complete" {
		return nil
	}
	if _, err := tx.ExecContext(ctx, "UPDATE exports SET state = $1 WHERE id = $2", "complete", id); err != nil {
		return err
	}
	return tx.Commit()
}

// rename looks again too, at something else.
func (x *Exports) rename(ctx context.Context, id int64, name string) error {
	tx, err := x.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	e, err := load(ctx, tx, id)
	if err != nil {
		return err
	}
	if e.State == "complete" {
		return nil
	}
	if _, err := tx.ExecContext(ctx, "UPDATE exports SET name = $1 WHERE id = $2", name, id); err != nil {
		return err
	}
	return tx.Commit()
}

func (x *Exports) Finish(ctx context.Context, id int64, name string) error {
	lock, err := x.locker.Obtain(ctx, "export", time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	if err := x.complete(ctx, id); err != nil { // silent: compares the state in the write's transaction
		return err
	}
	return x.rename(ctx, id, name) // want unfencedwrite "UPDATE exports in rename"
}

func (x *Exports) Remove(ctx context.Context, id int64) error {
	lock, err := x.locker.Obtain(ctx, "export", time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	if _, err := x.db.ExecContext(ctx, "UPDATE exports SET deleted_at = now() WHERE id = $1", id); err != nil { // silent: a soft delete
		return err
	}
	if _, err := x.db.ExecContext(ctx, "UPDATE secrets SET cipher = $1, aad = $2, allowed = $3 WHERE export_id = $4", nil, nil, false, id); err != nil { // silent: wipes
		return err
	}
	_, err = x.db.ExecContext(ctx, "UPDATE exports SET deleted_at = NULL WHERE id = $1", id) // want unfencedwrite "UPDATE exports under"
	return err
}

// Keys have a name of two parts, and one of them is called version.
func (x *Exports) Rotate(ctx context.Context, authority int64, version, pem string) error {
	lock, err := x.locker.Obtain(ctx, "export", time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	_, err = x.db.ExecContext(ctx, "UPDATE keys SET pem = $1 WHERE authority_id = $2 AND version = $3", pem, authority, version) // want unfencedwrite "UPDATE keys"
	return err
}
