// Package redsyncsql recalculates tariffs under redsync and stores them in SQL.
package redsyncsql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/go-redsync/redsync/v4"
)

var errStale = errors.New("tariff was recalculated by a newer holder")

type Tariffs struct {
	rs *redsync.Redsync
	db *sql.DB
}

type Calc func(ctx context.Context, base int64) (int64, error)

func (t *Tariffs) mutex(zone int) *redsync.Mutex {
	return t.rs.NewMutex(fmt.Sprintf("tariff:%d", zone), redsync.WithExpiry(12*time.Second), redsync.WithTries(3))
}

// Recalculate reads, calculates and writes; nothing stops a late write.
func (t *Tariffs) Recalculate(ctx context.Context, zone int, calc Calc) error {
	mu := t.mutex(zone)
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var base int64
	if err := t.db.QueryRowContext(ctx, "SELECT base FROM tariffs WHERE zone = ?", zone).Scan(&base); err != nil {
		return err
	}
	price, err := calc(ctx, base)
	if err != nil {
		return err
	}
	_, err = t.db.ExecContext(ctx, "UPDATE tariffs SET price = ? WHERE zone = ?", price, zone) // want unfencedwrite "UPDATE"
	return err
}

// RecalculateTx wraps the write in a transaction, which does not hold the lock.
func (t *Tariffs) RecalculateTx(ctx context.Context, zone int, price int64) error {
	mu := t.mutex(zone)
	if err := mu.TryLockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	tx, err := t.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "UPDATE tariffs SET price = ? WHERE zone = ?", price, zone); err != nil { // want unfencedwrite "UPDATE"
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO tariff_history (zone, price) VALUES (?, ?)", zone, price); err != nil { // silent: append only
		return err
	}
	return tx.Commit()
}

// Upsert replaces the row whatever it holds.
func (t *Tariffs) Upsert(ctx context.Context, zone int, price int64) error {
	mu := t.mutex(zone)
	if err := mu.Lock(); err != nil {
		return err
	}
	defer mu.Unlock()
	_, err := t.db.ExecContext(ctx, "INSERT INTO tariffs (zone, price) VALUES (?, ?) ON DUPLICATE KEY UPDATE price = VALUES(price)", zone, price) // want unfencedwrite "(?i)insert|upsert"
	return err
}

func (t *Tariffs) Replace(ctx context.Context, zone int, price int64) error {
	mu := t.mutex(zone)
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	_, err := t.db.ExecContext(ctx, "REPLACE INTO tariffs (zone, price) VALUES (?, ?)", zone, price) // want unfencedwrite "REPLACE|INSERT"
	return err
}

func (t *Tariffs) Versioned(ctx context.Context, zone int, calc Calc) error {
	mu := t.mutex(zone)
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var base, version int64
	if err := t.db.QueryRowContext(ctx, "SELECT base, version FROM tariffs WHERE zone = ?", zone).Scan(&base, &version); err != nil {
		return err
	}
	price, err := calc(ctx, base)
	if err != nil {
		return err
	}
	res, err := t.db.ExecContext(ctx, "UPDATE tariffs SET price = ?, version = version + 1 WHERE zone = ? AND version = ?", price, zone, version) // silent: the version is compared
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errStale)
	}
	return nil
}

// Stamp writes before the lock and after it, not under it.
func (t *Tariffs) Stamp(ctx context.Context, zone int, calc Calc) error {
	if _, err := t.db.ExecContext(ctx, "UPDATE zones SET visited_at = ? WHERE id = ?", time.Now(), zone); err != nil { // silent: before the lock
		return err
	}
	mu := t.mutex(zone)
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	_, calcErr := calc(ctx, 0)
	if ok, err := mu.UnlockContext(ctx); err != nil || !ok {
		return errors.Join(calcErr, err)
	}
	_, err := t.db.ExecContext(ctx, "UPDATE zones SET calculated_at = ? WHERE id = ?", time.Now(), zone) // silent: after the unlock
	return errors.Join(calcErr, err)
}
