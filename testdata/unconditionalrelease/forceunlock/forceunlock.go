// Package forceunlock breaks locks on purpose, where its names say so, and by
// accident, where a release has lost its token.
package forceunlock

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"log/slog"
	"time"

	"github.com/redis/go-redis/v9"
)

var errHeld = errors.New("ledger is closed by somebody else")

type Ledger struct {
	rdb    *redis.Client
	db     *sql.DB
	tokens map[string]string
}

func closeKey(year string) string { return "ledger-close:" + year }

func (l *Ledger) Lock(ctx context.Context, year string) error {
	token := rand.Text()
	ok, err := l.rdb.SetNX(ctx, closeKey(year), token, 10*time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errHeld
	}
	l.tokens[year] = token
	return nil
}

var unlockOwn = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)

// Unlock deletes without asking when it does not know its own token any more.
func (l *Ledger) Unlock(ctx context.Context, year string) error {
	token, ok := l.tokens[year]
	if !ok {
		return l.rdb.Del(ctx, closeKey(year)).Err() // want unconditionalrelease "DEL"
	}
	delete(l.tokens, year)
	return unlockOwn.Run(ctx, l.rdb, []string{closeKey(year)}, token).Err() // silent: compares
}

// ForceUnlock is for the accountant in charge.
func (l *Ledger) ForceUnlock(ctx context.Context, year, who string) error {
	slog.Warn("ledger lock broken", "year", year, "by", who)
	return l.rdb.Del(ctx, closeKey(year)).Err() // silent: broken on purpose
}

// StealLock takes over from a holder who is known to be dead.
func (l *Ledger) StealLock(ctx context.Context, year string) error {
	if err := l.rdb.Del(ctx, closeKey(year)).Err(); err != nil { // silent: broken on purpose
		return err
	}
	return l.Lock(ctx, year)
}

// BreakAll flushes every lock when the cluster comes back from maintenance.
func (l *Ledger) BreakAll(ctx context.Context) error {
	iter := l.rdb.Scan(ctx, 0, closeKey("*"), 100).Iterator()
	for iter.Next(ctx) {
		if err := l.rdb.Del(ctx, iter.Val()).Err(); err != nil { // silent: broken on purpose
			return err
		}
	}
	return iter.Err()
}

// Claim and Finish keep a row beside the key.
func (l *Ledger) Claim(ctx context.Context, year string) (bool, error) {
	res, err := l.db.ExecContext(ctx, "INSERT INTO ledger_locks (year, owner, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", year, l.tokens[year], time.Now().Add(10*time.Minute))
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

func (l *Ledger) Finish(ctx context.Context, year string) error {
	_, err := l.db.ExecContext(ctx, "DELETE FROM ledger_locks WHERE year = $1", year) // want unconditionalrelease "DELETE.*ledger_locks"
	return err
}

// forceFinish is what the administrator's page calls.
func (l *Ledger) forceFinish(ctx context.Context, year string) error {
	_, err := l.db.ExecContext(ctx, "DELETE FROM ledger_locks WHERE year = $1", year) // silent: broken on purpose
	return err
}

// AdminFlush empties the table.
func (l *Ledger) AdminFlush(ctx context.Context, years []string) error {
	for _, year := range years {
		if err := l.forceFinish(ctx, year); err != nil {
			return err
		}
	}
	_, err := l.db.ExecContext(ctx, "DELETE FROM ledger_locks") // silent: broken on purpose
	return err
}
