// Package fences puts tokens in order: random ones, counts of the process, and
// numbers that the lock's server counts.
package fences

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"sync"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
)

var errStale = errors.New("a newer holder has written")

var setIfNewer = redis.NewScript(`
if tonumber(redis.call("get", KEYS[2]) or "0") < tonumber(ARGV[2]) then
	redis.call("set", KEYS[2], ARGV[2])
	redis.call("set", KEYS[1], ARGV[1])
	return 1
end
return 0`)

type Weir struct {
	rdb   *redis.Client
	locks *redislock.Client
	db    *sql.DB

	mu  sync.Mutex
	seq int64
}

func (w *Weir) byToken(ctx context.Context, gate int) error {
	lock, err := w.locks.Obtain(ctx, "weir", time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	res, err := w.db.ExecContext(ctx, `UPDATE gates SET height = $1, fence = $2 WHERE id = 1 AND fence < $2`, gate, lock.Token()) // want ownertoken "orders fence by a random token"
	return applied(res, err)
}

func (w *Weir) byCount(ctx context.Context, gate int) error {
	lock, err := w.locks.Obtain(ctx, "weir", time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	w.mu.Lock()
	w.seq++
	fence := w.seq
	w.mu.Unlock()
	return w.write(ctx, gate, fence) // want ownertoken "write orders fence by a count of this process"
}

func (w *Weir) byScript(ctx context.Context, gate int) error {
	token := rand.Text()
	return setIfNewer.Run(ctx, w.rdb, []string{"gate", "gate:fence"}, gate, token).Err() // want ownertoken "script SET orders by a random token"
}

func (w *Weir) byUpsert(ctx context.Context, gate int) error {
	token := rand.Text()
	const set = `INSERT INTO gates (id, height, version) VALUES (1, $1, $2)
		ON CONFLICT (id) DO UPDATE SET height = excluded.height, version = excluded.version WHERE gates.version < excluded.version`
	res, err := w.db.ExecContext(ctx, set, gate, token) // want ownertoken "orders version by a random token"
	return applied(res, err)
}

// byHolder orders the tokens themselves.
func (w *Weir) byHolder(ctx context.Context, gate int) error {
	token := rand.Text()
	res, err := w.db.ExecContext(ctx, `UPDATE gates SET height = $1, holder = $2 WHERE id = 1 AND holder <= $2`, gate, token) // want ownertoken "orders holder by a random token"
	return applied(res, err)
}

// byServer counts where the lock is kept.
func (w *Weir) byServer(ctx context.Context, gate int) error {
	lock, err := w.locks.Obtain(ctx, "weir", time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	fence, err := w.rdb.Incr(ctx, "weir:fence").Result()
	if err != nil {
		return err
	}
	return w.write(ctx, gate, fence) // silent: grows with each acquisition
}

// byOwner compares a random token for equality, which is what it is for.
func (w *Weir) byOwner(ctx context.Context, gate int, token string) error {
	res, err := w.db.ExecContext(ctx, `UPDATE gates SET height = $1 WHERE id = 1 AND owner = $2`, gate, token) // silent: equality
	return applied(res, err)
}

func (w *Weir) write(ctx context.Context, gate int, fence int64) error {
	res, err := w.db.ExecContext(ctx, `UPDATE gates SET height = $1, fence = $2 WHERE id = 1 AND fence < $2`, gate, fence)
	return applied(res, err)
}

func applied(res sql.Result, err error) error {
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errStale)
	}
	return nil
}
