// Package several asks for more than one lock, or more than once.
package several

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

type Job func(context.Context) error

// grantAll asks for the locks of many rows and says which of them it did not get.
func grantAll(ctx context.Context, tx *sql.Tx, ids []int64) (refused map[int64]bool, err error) {
	refused = map[int64]bool{}
	for _, id := range ids {
		var ok bool
		if err := tx.QueryRowContext(ctx, "SELECT pg_try_advisory_xact_lock($1)", id).Scan(&ok); err != nil {
			return nil, err
		}
		if !ok {
			refused[id] = true
		}
	}
	return refused, nil
}

func Sweep(ctx context.Context, tx *sql.Tx, ids []int64, sweep func(context.Context, int64) error) error {
	refused, err := grantAll(ctx, tx, ids) // silent: the map says which
	if err != nil {
		return err
	}
	for _, id := range ids {
		if refused[id] {
			continue
		}
		if err := sweep(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

const rows, columns = 1, 2

func lock(ctx context.Context, tx *sql.Tx, id int64) error {
	_, err := tx.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id) // want pooledlock "inside a transaction"
	return err
}

func unlock(ctx context.Context, tx *sql.Tx, id int64) {
	tx.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", id) // want pooledlock "inside a transaction"
}

// Both gives back the first lock when the second is refused, and no other.
func Both(ctx context.Context, tx *sql.Tx, work Job) error {
	if err := lock(ctx, tx, rows); err != nil { // silent: decides
		return err
	}
	defer unlock(ctx, tx, rows)
	if err := lock(ctx, tx, columns); err != nil { // silent: decides
		return err
	}
	defer unlock(ctx, tx, columns)
	return work(ctx)
}

// Lead asks again and again, and works for as long as it leads.
func Lead(ctx context.Context, rdb *redis.Client, me string, poll *time.Timer, next func(context.Context) (time.Duration, error), work Job) error {
	leads := false
	for {
		wait, err := next(ctx) // silent: every candidate asks this
		if err != nil {
			return err
		}
		ok, err := rdb.SetNX(ctx, "lock:lead", me, time.Minute).Result() // silent: what runs either way comes before the next attempt
		if err != nil {
			ok = false
		}
		leads = ok
		if leads {
			err = errors.Join(err, work(ctx))
			rdb.Eval(ctx, `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end`, []string{"lock:lead"}, me)
		}
		poll.Reset(wait)
		<-poll.C
	}
}

// Eager works whether it leads or not.
func Eager(ctx context.Context, rdb *redis.Client, me string, work Job) error {
	for {
		ok, err := rdb.SetNX(ctx, "lock:eager", me, time.Minute).Result() // want ignoredacquire "does not decide what follows" leakedlock "not released"
		if err != nil {
			return err
		}
		if err := work(ctx); err != nil {
			return err
		}
		if ok {
			rdb.Eval(ctx, `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end`, []string{"lock:eager"}, me)
		}
	}
}
