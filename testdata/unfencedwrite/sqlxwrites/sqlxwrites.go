// Package sqlxwrites stores meter readings with sqlx, under a lock that it
// takes itself: SETNX and a compare script.
package sqlxwrites

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/redis/go-redis/v9"
)

type Reading struct {
	Meter int64   `db:"meter_id"`
	KWh   float64 `db:"kwh"`
	Epoch int64   `db:"epoch"`
}

var (
	errBusy  = errors.New("meter is being read")
	errStale = errors.New("a newer epoch has been stored")
	release  = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)
)

type Meters struct {
	rdb *redis.Client
	db  *sqlx.DB
}

func (m *Meters) acquire(ctx context.Context, key string) (token string, err error) {
	token = rand.Text()
	ok, err := m.rdb.SetNX(ctx, key, token, 15*time.Second).Result()
	if err == nil && !ok {
		err = errBusy
	}
	return token, err
}

func (m *Meters) release(ctx context.Context, key, token string) {
	release.Run(context.WithoutCancel(ctx), m.rdb, []string{key}, token)
}

func (m *Meters) Store(ctx context.Context, r Reading) error {
	token, err := m.acquire(ctx, "meters")
	if err != nil {
		return err
	}
	defer m.release(ctx, "meters", token)
	_, err = m.db.NamedExecContext(ctx, "UPDATE meters SET kwh = :kwh WHERE id = :meter_id", r) // want unfencedwrite "UPDATE"
	return err
}

func (m *Meters) MustStore(ctx context.Context, r Reading) error {
	token, err := m.acquire(ctx, "meters")
	if err != nil {
		return err
	}
	defer m.release(ctx, "meters", token)
	m.db.MustExecContext(ctx, "UPDATE meters SET kwh = $2 WHERE id = $1", r.Meter, r.KWh) // want unfencedwrite "UPDATE"
	return nil
}

func (m *Meters) StoreTx(ctx context.Context, r Reading) error {
	token, err := m.acquire(ctx, "meters")
	if err != nil {
		return err
	}
	defer m.release(ctx, "meters", token)
	tx, err := m.db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := sqlx.NamedExecContext(ctx, tx, "UPDATE meters SET kwh = :kwh WHERE id = :meter_id", r); err != nil { // want unfencedwrite "UPDATE"
		return err
	}
	return tx.Commit()
}

func (m *Meters) StoreEpoch(ctx context.Context, r Reading) error {
	token, err := m.acquire(ctx, "meters")
	if err != nil {
		return err
	}
	defer m.release(ctx, "meters", token)
	res, err := m.db.NamedExecContext(ctx, "UPDATE meters SET kwh = :kwh, epoch = :epoch WHERE id = :meter_id AND epoch < :epoch", r) // silent: the epoch is compared
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errStale)
	}
	return nil
}

func (m *Meters) Append(ctx context.Context, rs []Reading) error {
	token, err := m.acquire(ctx, "meters")
	if err != nil {
		return err
	}
	defer m.release(ctx, "meters", token)
	_, err = m.db.NamedExecContext(ctx, "INSERT INTO readings (meter_id, kwh) VALUES (:meter_id, :kwh)", rs) // silent: append only
	return err
}
