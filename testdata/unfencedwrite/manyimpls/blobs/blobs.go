// Package blobs keeps objects in one of several stores.
package blobs

import (
	"context"
	"database/sql"

	"github.com/redis/go-redis/v9"
)

type Store interface {
	Put(ctx context.Context, name string, b []byte) error
	Swap(ctx context.Context, name string, b []byte, version int64) error
}

type Rows struct{ db *sql.DB }

func (r *Rows) Put(ctx context.Context, name string, b []byte) error {
	_, err := r.db.ExecContext(ctx, "UPDATE blobs SET body = ? WHERE name = ?", b, name)
	return err
}

func (r *Rows) Swap(ctx context.Context, name string, b []byte, version int64) error {
	res, err := r.db.ExecContext(ctx, "UPDATE blobs SET body = ?, version = version + 1 WHERE name = ? AND version = ?", b, name, version)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return sql.ErrNoRows
	}
	return nil
}

type Keys struct{ rdb redis.UniversalClient }

func (k *Keys) Put(ctx context.Context, name string, b []byte) error {
	return k.rdb.Set(ctx, "blob:"+name, b, 0).Err()
}

func (k *Keys) Swap(ctx context.Context, name string, b []byte, version int64) error {
	return k.rdb.Set(ctx, "blob:"+name, b, 0).Err()
}

// Memory is for trials.
type Memory struct{ m map[string][]byte }

func (m *Memory) Put(_ context.Context, name string, b []byte) error { m.m[name] = b; return nil }

func (m *Memory) Swap(_ context.Context, name string, b []byte, _ int64) error {
	m.m[name] = b
	return nil
}
