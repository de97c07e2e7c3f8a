// Package store returns what its writes have come to.
package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/hashicorp/consul/api"
	"gorm.io/gorm"
)

var ErrStale = errors.New("store: stale")

type Quote struct {
	ID      int64
	Cents   int64
	Version int64
}

type Quotes struct {
	db  *sql.DB
	orm *gorm.DB
	kv  *api.KV
}

// Set reports whether the quote still had that version.
func (q *Quotes) Set(ctx context.Context, id, version, cents int64) (bool, error) {
	res, err := q.db.ExecContext(ctx, "UPDATE quotes SET cents = $3, version = version + 1 WHERE id = $1 AND version = $2", id, version, cents) // silent: the count is returned
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// SetRows reports how many quotes it has set.
func (q *Quotes) SetRows(ctx context.Context, id, version, cents int64) (int64, error) {
	res := q.orm.WithContext(ctx).Model(&Quote{}).Where("id = ? AND version = ?", id, version).Update("cents", cents) // silent: the count is returned
	return res.RowsAffected, res.Error
}

// SetErr turns a stale version into ErrStale.
func (q *Quotes) SetErr(ctx context.Context, id, version, cents int64) error {
	ok, err := q.Set(ctx, id, version, cents) // silent: the bool is tested
	if err == nil && !ok {
		err = ErrStale
	}
	return err
}

// Flag reports whether nobody was faster.
func (q *Quotes) Flag(name string, value []byte, index uint64) (bool, error) {
	ok, _, err := q.kv.CAS(&api.KVPair{Key: name, Value: value, ModifyIndex: index}, nil) // silent: the bool is returned
	return ok, err
}
