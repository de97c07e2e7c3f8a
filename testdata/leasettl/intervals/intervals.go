// Package intervals renews leases too seldom, or often enough.
package intervals

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
	"github.com/redis/go-redis/v9"
)

const (
	ttl    = 10 * time.Second
	late   = 10 * time.Second
	tight  = 7 * time.Second
	beat   = ttl / 3
	extend = `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("pexpire", KEYS[1], ARGV[2]) end return 0`
)

type Furnace struct {
	locks    *redislock.Client
	rdb      *redis.Client
	db       *sql.DB
	token    string
	interval time.Duration
	padding  time.Duration
	lease    time.Duration
}

func (f *Furnace) late(ctx context.Context, lock *redislock.Lock) error {
	t := time.NewTicker(late) // want leasettl "a renewal every 10s is not below the 10s TTL of Lock.Refresh"
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.C:
			if err := lock.Refresh(ctx, ttl, nil); err != nil {
				return err
			}
		}
	}
}

func (f *Furnace) tight(ctx context.Context, lock *redislock.Lock) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(tight): // want leasettl "a renewal every 7s is more than half of the 10s TTL"
			if err := lock.Refresh(ctx, ttl, nil); err != nil {
				return err
			}
		}
	}
}

func (f *Furnace) often(ctx context.Context, lock *redislock.Lock) error {
	t := time.NewTicker(beat) // silent: three beats fit in
	defer t.Stop()
	for range t.C {
		if err := lock.Refresh(ctx, ttl, nil); err != nil {
			return err
		}
	}
	return nil
}

func (f *Furnace) half(ctx context.Context, lock *redislock.Lock) error {
	for {
		time.Sleep(ttl / 2) // silent: one attempt may fail
		if err := lock.Refresh(ctx, ttl, nil); err != nil {
			return err
		}
	}
}

// same uses one setting for both.
func (f *Furnace) same(ctx context.Context, furnace string) error {
	t := time.NewTicker(f.lease) // want leasettl "the pause between renewals is not below the TTL"
	defer t.Stop()
	for range t.C {
		n, err := f.rdb.Eval(ctx, extend, []string{"furnace-lock:" + furnace}, f.token, f.lease.Milliseconds()).Int()
		if err != nil || n == 0 {
			return errors.Join(err, errors.New("lost"))
		}
	}
	return nil
}

func (f *Furnace) third(ctx context.Context, furnace string) error {
	t := time.NewTicker(f.lease / 3) // silent: a third
	defer t.Stop()
	for range t.C {
		n, err := f.rdb.Eval(ctx, extend, []string{"furnace-lock:" + furnace}, f.token, f.lease.Milliseconds()).Int()
		if err != nil || n == 0 {
			return errors.Join(err, errors.New("lost"))
		}
	}
	return nil
}

func (f *Furnace) acquire(ctx context.Context, furnace string) (bool, error) {
	return f.rdb.SetNX(ctx, "furnace-lock:"+furnace, f.token, f.lease).Result()
}

// keep holds a row of leaders; its TTL is a parameter of the statement's helper.
func (f *Furnace) keep(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(f.interval): // want leasettl "the pause between renewals is not below the TTL of .*elect"
			ok, err := f.elect(ctx, f.interval)
			if err != nil || !ok {
				return errors.Join(err, errors.New("no leader any more"))
			}
		}
	}
}

// keepWoken is woken by others too, and then only waits again.
func (f *Furnace) keepWoken(ctx context.Context, resigned <-chan struct{}) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-resigned:
			// It is not for a leader to care.
		case <-time.After(f.interval): // want leasettl "the pause between renewals is not below the TTL of .*elect"
			ok, err := f.elect(ctx, f.interval)
			if err != nil || !ok {
				return errors.Join(err, errors.New("no leader any more"))
			}
		}
	}
}

func (f *Furnace) keepWokenPadded(ctx context.Context, resigned <-chan struct{}) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-resigned:
		case <-time.After(f.interval): // silent: the TTL is longer by a padding
			ok, err := f.elect(ctx, f.interval+f.padding)
			if err != nil || !ok {
				return errors.Join(err, errors.New("no leader any more"))
			}
		}
	}
}

func (f *Furnace) keepPadded(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(f.interval): // silent: the TTL is longer by a padding
			ok, err := f.elect(ctx, f.interval+f.padding)
			if err != nil || !ok {
				return errors.Join(err, errors.New("no leader any more"))
			}
		}
	}
}

// gain tries until it wins; there is nothing to renew yet.
func (f *Furnace) gain(ctx context.Context) error {
	for {
		ok, err := f.elect(ctx, f.interval)
		if err != nil || ok {
			return err
		}
		time.Sleep(f.interval) // silent: a pause between attempts
	}
}

func (f *Furnace) elect(ctx context.Context, ttl time.Duration) (bool, error) {
	const upsert = `INSERT INTO leaders (name, leader_id, expires_at) VALUES ('furnace', $1, now() + $2::interval)
		ON CONFLICT (name) DO UPDATE SET leader_id = excluded.leader_id, expires_at = excluded.expires_at
		WHERE leaders.leader_id = excluded.leader_id OR leaders.expires_at < now()`
	res, err := f.db.ExecContext(ctx, upsert, f.token, ttl)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n > 0, err
}

// expiry is the library's: 8 s.
func expiry(ctx context.Context, rs *redsync.Redsync) error {
	mutex := rs.NewMutex("furnace")
	if err := mutex.LockContext(ctx); err != nil {
		return err
	}
	defer mutex.UnlockContext(context.WithoutCancel(ctx))
	t := time.NewTicker(10 * time.Second) // want leasettl "every 10s is not below the 8s TTL of Mutex.Extend"
	defer t.Stop()
	for range t.C {
		if ok, err := mutex.ExtendContext(ctx); err != nil || !ok {
			return errors.Join(err, errors.New("lost"))
		}
	}
	return nil
}

// rounds sets a mark for each round, and renews nothing.
func (f *Furnace) rounds(ctx context.Context, round func()) {
	for range time.Tick(time.Minute) { // silent: the mark ends within the round
		if ok, err := f.rdb.SetNX(ctx, "round-lock", f.token, 30*time.Second).Result(); err == nil && ok {
			round()
		}
	}
}
