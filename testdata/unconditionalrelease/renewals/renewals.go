// Package renewals extends leases: each command that moves a TTL, beside the
// forms that ask first and the keys that are no leases.
package renewals

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

const ttl = 45 * time.Second

var errLost = errors.New("charger lease lost")

// Charger leases a charging point for a car.
type Charger struct {
	rdb   *redis.Client
	point string
	token string
	until time.Time
}

func (c *Charger) key() string { return "charger:" + c.point }

func (c *Charger) Plug(ctx context.Context) (bool, error) {
	c.token = rand.Text()
	ok, err := c.rdb.SetNX(ctx, c.key(), c.token, ttl).Result()
	if ok {
		c.until = time.Now().Add(ttl)
	}
	return ok, err
}

func (c *Charger) Extend(ctx context.Context) (bool, error) {
	return c.rdb.Expire(ctx, c.key(), ttl).Result() // want unconditionalrelease "EXPIRE"
}

func (c *Charger) ExtendAt(ctx context.Context, end time.Time) (bool, error) {
	return c.rdb.PExpireAt(ctx, c.key(), end).Result() // want unconditionalrelease "EXPIREAT"
}

// ExtendGT never shortens, and does not ask whose lease it lengthens.
func (c *Charger) ExtendGT(ctx context.Context) (bool, error) {
	return c.rdb.ExpireGT(ctx, c.key(), ttl).Result() // want unconditionalrelease "EXPIRE"
}

func (c *Charger) Overwrite(ctx context.Context) (bool, error) {
	return c.rdb.SetXX(ctx, c.key(), c.token, ttl).Result() // want unconditionalrelease "SET"
}

func (c *Charger) OverwriteArgs(ctx context.Context) error {
	err := c.rdb.SetArgs(ctx, c.key(), c.token, redis.SetArgs{Mode: "XX", TTL: ttl}).Err() // want unconditionalrelease "SET"
	if errors.Is(err, redis.Nil) {
		return errLost
	}
	return err
}

// ExtendReading learns the owner when the TTL has already been moved.
func (c *Charger) ExtendReading(ctx context.Context) error {
	owner, err := c.rdb.GetEx(ctx, c.key(), ttl).Result() // want unconditionalrelease "GETEX"
	if err == nil && owner != c.token {
		err = errLost
	}
	return err
}

// ExtendInTime trusts its own clock; the server is asked nothing.
func (c *Charger) ExtendInTime(ctx context.Context) error {
	if time.Now().After(c.until) {
		return errLost
	}
	ok, err := c.rdb.PExpire(ctx, c.key(), ttl).Result() // want unconditionalrelease "PEXPIRE"
	if err == nil && !ok {
		err = errLost
	}
	return err
}

func (c *Charger) ExtendOwn(ctx context.Context) error {
	err := c.rdb.SetArgs(ctx, c.key(), c.token, redis.SetArgs{Mode: "IFEQ", MatchValue: c.token, TTL: ttl}).Err() // silent: the server compares
	if errors.Is(err, redis.Nil) {
		return errLost
	}
	return err
}

var extend = redis.NewScript(`
if redis.call("get", KEYS[1]) == ARGV[1] then
	return redis.call("pexpire", KEYS[1], ARGV[2])
end
return 0`)

// Charge renews while it works, as it should.
func (c *Charger) Charge(ctx context.Context, charge func(context.Context) error) error {
	work, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		tick := time.NewTicker(ttl / 3)
		defer tick.Stop()
		for {
			select {
			case <-work.Done():
				return
			case <-tick.C:
			}
			n, err := extend.Run(work, c.rdb, []string{c.key()}, c.token, ttl.Milliseconds()).Int() // silent: compares
			if err != nil || n == 0 {
				cancel(errors.Join(err, errLost))
				return
			}
		}
	}()
	return charge(work)
}

// Meter keeps the reading for a day after the car has left.
func (c *Charger) Meter(ctx context.Context) error {
	return c.rdb.Expire(ctx, "charger-meter:"+c.point, 24*time.Hour).Err() // silent: a reading
}

// Tenancy is a row whose owner column nobody fills in.
type Tenancy struct {
	db    *sql.DB
	until time.Time
}

func (t *Tenancy) Begin(ctx context.Context, flat int64) (bool, error) {
	until := time.Now().Add(ttl)
	res, err := t.db.ExecContext(ctx, "INSERT INTO viewing_locks (flat_id, expires_at) VALUES ($1, $2) ON CONFLICT (flat_id) DO NOTHING", flat, until)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	if n == 1 {
		t.until = until
	}
	return n == 1, err
}

func (t *Tenancy) Stay(ctx context.Context, flat int64) error {
	if !time.Now().Before(t.until) {
		return errLost
	}
	_, err := t.db.ExecContext(ctx, "UPDATE viewing_locks SET expires_at = $2 WHERE flat_id = $1", flat, time.Now().Add(ttl)) // want unconditionalrelease "UPDATE.*viewing_locks"
	return err
}
