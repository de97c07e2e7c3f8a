// Package fencetokens draws a number that grows with each acquisition. It
// guards a write where the storage compares it, and only there.
package fencetokens

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var (
	errBusy  = errors.New("turbine is being controlled")
	errStale = errors.New("a newer controller has written")
	release  = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)
)

type Control struct {
	rdb *redis.Client
	db  *sql.DB
}

// acquire returns the owner token and the fencing token.
func (c *Control) acquire(ctx context.Context, turbine string) (token string, fence int64, err error) {
	token = rand.Text()
	ok, err := c.rdb.SetNX(ctx, "turbine:"+turbine, token, 20*time.Second).Result()
	if err != nil {
		return "", 0, err
	}
	if !ok {
		return "", 0, errBusy
	}
	fence, err = c.rdb.Incr(ctx, "turbine-fence:"+turbine).Result() // silent: the fencing counter itself
	return token, fence, err
}

func (c *Control) release(ctx context.Context, turbine, token string) {
	release.Run(context.WithoutCancel(ctx), c.rdb, []string{"turbine:" + turbine}, token)
}

func (c *Control) Pitch(ctx context.Context, turbine string, degrees int) error {
	token, fence, err := c.acquire(ctx, turbine)
	if err != nil {
		return err
	}
	defer c.release(ctx, turbine, token)
	res, err := c.db.ExecContext(ctx, "UPDATE turbines SET pitch = $2, fence = $3 WHERE id = $1 AND fence < $3", turbine, degrees, fence) // silent: the fence is compared
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errStale)
	}
	return nil
}

// PitchStored writes the number down and lets any other number pass.
func (c *Control) PitchStored(ctx context.Context, turbine string, degrees int) error {
	token, fence, err := c.acquire(ctx, turbine)
	if err != nil {
		return err
	}
	defer c.release(ctx, turbine, token)
	_, err = c.db.ExecContext(ctx, "UPDATE turbines SET pitch = $2, fence = $3 WHERE id = $1", turbine, degrees, fence) // want unfencedwrite "UPDATE"
	return err
}

func (c *Control) Upsert(ctx context.Context, turbine string, rpm int) error {
	token, fence, err := c.acquire(ctx, turbine)
	if err != nil {
		return err
	}
	defer c.release(ctx, turbine, token)
	res, err := c.db.ExecContext(ctx, `
		INSERT INTO speeds (turbine, rpm, fence) VALUES ($1, $2, $3)
		ON CONFLICT (turbine) DO UPDATE SET rpm = excluded.rpm, fence = excluded.fence
		WHERE speeds.fence < excluded.fence`, turbine, rpm, fence)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errStale)
	}
	return nil
}

func (c *Control) UpsertStored(ctx context.Context, turbine string, rpm int) error {
	token, fence, err := c.acquire(ctx, turbine)
	if err != nil {
		return err
	}
	defer c.release(ctx, turbine, token)
	_, err = c.db.ExecContext(ctx, `INSERT INTO speeds (turbine, rpm, fence) VALUES ($1, $2, $3) ON CONFLICT (turbine) DO UPDATE SET rpm = excluded.rpm, fence = excluded.fence`, turbine, rpm, fence) // want unfencedwrite "(?i)insert|upsert"
	return err
}

var setNewer = redis.NewScript(`
local seen = tonumber(redis.call("GET", KEYS[2]) or "0")
if seen >= tonumber(ARGV[1]) then
	return 0
end
redis.call("SET", KEYS[2], ARGV[1])
redis.call("SET", KEYS[1], ARGV[2])
return 1`)

// Brake leaves the comparison to a script.
func (c *Control) Brake(ctx context.Context, turbine, mode string) error {
	token, fence, err := c.acquire(ctx, turbine)
	if err != nil {
		return err
	}
	defer c.release(ctx, turbine, token)
	set, err := setNewer.Run(ctx, c.rdb, []string{"brake:" + turbine, "brake-fence:" + turbine}, fence, mode).Bool() // silent: the script compares the fence
	if err == nil && !set {
		err = errStale
	}
	return err
}

var setAlways = redis.NewScript(`redis.call("SET", KEYS[1], ARGV[2]) redis.call("SET", KEYS[2], ARGV[1]) return 1`)

func (c *Control) BrakeAlways(ctx context.Context, turbine, mode string) error {
	token, fence, err := c.acquire(ctx, turbine)
	if err != nil {
		return err
	}
	defer c.release(ctx, turbine, token)
	return setAlways.Run(ctx, c.rdb, []string{"brake:" + turbine, "brake-fence:" + turbine}, fence, mode).Err() // want unfencedwrite "SET"
}

func (c *Control) put(ctx context.Context, turbine string, yaw int, fence int64) (bool, error) {
	res, err := c.db.ExecContext(ctx, "UPDATE turbines SET yaw = $2, fence = $3 WHERE id = $1 AND fence <= $3", turbine, yaw, fence)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// Yaw hands its number to a function that compares.
func (c *Control) Yaw(ctx context.Context, turbine string, yaw int) error {
	token, fence, err := c.acquire(ctx, turbine)
	if err != nil {
		return err
	}
	defer c.release(ctx, turbine, token)
	ok, err := c.put(ctx, turbine, yaw, fence) // silent: the callee compares
	if err == nil && !ok {
		err = errStale
	}
	return err
}
