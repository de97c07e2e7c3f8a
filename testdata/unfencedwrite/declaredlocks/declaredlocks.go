// Package declaredlocks writes under locks that are known by a declaration only.
package declaredlocks

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"time"

	"testdata.leasevet/houselocks/annotated"
	"testdata.leasevet/houselocks/rpc"
)

type Ledger struct {
	db     *sql.DB
	rpc    *rpc.Client
	locker annotated.Locker
}

// Configured is under a lock of the configuration.
func (l *Ledger) Configured(ctx context.Context, account string, cents int64) error {
	owner := rand.Text()
	ok, err := l.rpc.TryLock(ctx, "ledger:"+account, owner, 10*time.Second)
	if err != nil || !ok {
		return errors.Join(err, errors.New("busy"))
	}
	defer l.rpc.Unlock(context.WithoutCancel(ctx), "ledger:"+account, owner)
	_, err = l.db.ExecContext(ctx, "UPDATE ledger SET cents = $2 WHERE account = $1", account, cents) // want unfencedwrite "UPDATE ledger under lock \"ledger:{account}\""
	return err
}

// Before and after the section nothing is reported.
func (l *Ledger) Before(ctx context.Context, account string, cents int64) error {
	if _, err := l.db.ExecContext(ctx, "UPDATE ledger SET touched = now() WHERE account = $1", account); err != nil { // silent: before the acquire
		return err
	}
	owner := rand.Text()
	ok, err := l.rpc.TryLock(ctx, "ledger:"+account, owner, 10*time.Second)
	if err != nil || !ok {
		return err
	}
	if err := l.rpc.Unlock(ctx, "ledger:"+account, owner); err != nil {
		return err
	}
	_, err = l.db.ExecContext(ctx, "UPDATE ledger SET cents = $2 WHERE account = $1", account, cents) // silent: after the release
	return err
}

// Interface is under a lock of an annotated interface.
func (l *Ledger) Interface(ctx context.Context, account string, cents, version int64) error {
	owner := rand.Text()
	ok, err := l.locker.Acquire(ctx, "ledger:"+account, owner, 10*time.Second)
	if err != nil || !ok {
		return err
	}
	defer l.locker.Release(context.WithoutCancel(ctx), "ledger:"+account, owner)
	if _, err := l.db.ExecContext(ctx, "UPDATE ledger SET cents = $2 WHERE account = $1", account, cents); err != nil { // want unfencedwrite "UPDATE ledger under lock"
		return err
	}
	res, err := l.db.ExecContext(ctx, "UPDATE ledger SET cents = $2, version = version + 1 WHERE account = $1 AND version = $3", account, cents, version) // silent: fenced
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errors.New("stale"))
	}
	return nil
}

// Handle is under a lease object that a function returns.
func (l *Ledger) Handle(ctx context.Context, account string, cents int64) error {
	lease, err := annotated.Take(ctx, l.locker, &annotated.Request{Resource: "ledger:" + account}) // want leakedlock "not released on every way out"
	if err != nil {
		return err
	}
	if _, err := l.db.ExecContext(ctx, "UPDATE ledger SET cents = $2 WHERE account = $1", account, cents); err != nil { // want unfencedwrite "UPDATE ledger under lock \"ledger:{account}\""
		return err
	}
	if err := lease.Free(ctx); err != nil {
		return err
	}
	_, err = l.db.ExecContext(ctx, "UPDATE ledger SET cents = $2 WHERE account = $1", account, cents) // silent: after the release
	return err
}

// Get is not declared.
func (l *Ledger) Get(ctx context.Context, account string, cents int64) error {
	if _, err := l.locker.Get(ctx, account); err != nil {
		return err
	}
	_, err := l.db.ExecContext(ctx, "UPDATE ledger SET cents = $2 WHERE account = $1", account, cents) // silent: under no lock
	return err
}
