// Package latefence draws its fencing token from a counter in Redis.
package latefence

import (
	"context"
	"crypto/rand"
	"database/sql"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/leasevet/leasevet/lab/experiment/programs/lease"
)

var release = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// Wrong draws the number by a request of its own. When it stalls before that,
// the late holder draws the higher number.
func Wrong(ctx context.Context, rdb *redis.Client, db *sql.DB, ttl time.Duration, value string, stall func()) error {
	token := rand.Text()
	ok, err := rdb.SetNX(ctx, "rota:lock", token, ttl).Result()
	if err != nil {
		return err
	}
	if !ok {
		return lease.ErrBusy
	}
	defer release.Run(context.WithoutCancel(ctx), rdb, []string{"rota:lock"}, token)
	stall() // between the two requests
	fence, err := rdb.Incr(ctx, "rota:lock:fence").Result()
	if err != nil {
		return err
	}
	res, err := db.ExecContext(ctx, `UPDATE resource SET fence = $1, value = $2 WHERE id = 1 AND fence <= $1`, fence, value)
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err != nil {
		return err
	}
	if n == 0 {
		return lease.ErrLost
	}
	stall()
	return nil
}
