// Package tokenasfence has the database compare what comes with the lock.
package tokenasfence

import (
	"context"
	"crypto/rand"
	"database/sql"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/leasevet/leasevet/lab/experiment/programs/lease"
)

var release = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// Wrong orders random tokens: of two, the older one is the higher every other time.
func Wrong(ctx context.Context, rdb *redis.Client, db *sql.DB, ttl time.Duration, value string, stall func()) error {
	token := rand.Text()
	ok, err := rdb.SetNX(ctx, "menu:lock", token, ttl).Result()
	if err != nil {
		return err
	}
	if !ok {
		return lease.ErrBusy
	}
	defer release.Run(context.WithoutCancel(ctx), rdb, []string{"menu:lock"}, token)
	stall() // the menu is written
	res, err := db.ExecContext(ctx, `UPDATE menu SET fence = $1, value = $2 WHERE id = 1 AND fence <= $1`, token, value)
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
