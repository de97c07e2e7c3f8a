// Package keyparts has versions that name rows, and versions that grow.
package keyparts

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"
)

type Keys struct {
	locker *redislock.Client
	db     *sql.DB
}

func (k *Keys) Add(ctx context.Context, authority int64, version, pem string) error {
	_, err := k.db.ExecContext(ctx, "INSERT INTO keys (authority_id, version, pem) VALUES (?, ?, ?)", authority, version, pem)
	return err
}

func (k *Keys) Replace(ctx context.Context, authority int64, version, pem string) error {
	lock, err := k.locker.Obtain(ctx, "keys", time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	_, err = k.db.ExecContext(ctx, "UPDATE keys SET pem = ? WHERE authority_id = ? AND version = ?", pem, authority, version) // want unfencedwrite "UPDATE keys"
	return err
}

func (k *Keys) Draft(ctx context.Context, name, text string) error {
	_, err := k.db.ExecContext(ctx, "INSERT INTO policies (name, version, text) VALUES (?, 1, ?)", name, text)
	return err
}

func (k *Keys) Revise(ctx context.Context, name string, version int, text string) error {
	res, err := k.db.ExecContext(ctx, "UPDATE policies SET text = ?, version = version + 1 WHERE name = ? AND version = ?", text, name, version)
	if err != nil {
		return err
	}
	return one(res)
}

func (k *Keys) Publish(ctx context.Context, name string, version int) error {
	lock, err := k.locker.Obtain(ctx, "policies", time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	res, err := k.db.ExecContext(ctx, "UPDATE policies SET published = TRUE WHERE name = ? AND version = ?", name, version) // silent: Revise makes the version grow
	if err != nil {
		return err
	}
	return one(res)
}

func one(res sql.Result) error {
	n, err := res.RowsAffected()
	if err == nil && n == 0 {
		err = sql.ErrNoRows
	}
	return err
}
