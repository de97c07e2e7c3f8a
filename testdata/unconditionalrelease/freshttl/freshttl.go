// Package freshttl takes tables in a restaurant and gives each lock its TTL in a
// second request.
package freshttl

import (
	"context"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"
)

type Tables struct {
	rdb *redis.Client
}

func tableLock(n int) string { return "table-lock:" + strconv.Itoa(n) }

// Lock takes the record, and then gives it a time to live.
func (t *Tables) Lock(ctx context.Context, n int, waiter string) (bool, error) {
	ok, err := t.rdb.SetNX(ctx, tableLock(n), waiter, 0).Result() // want leasettl "two requests"
	if err != nil {
		return false, err
	}
	if ok {
		err = t.rdb.Expire(ctx, tableLock(n), time.Minute).Err() // silent: the TTL of what was just taken
	}
	return ok, err
}

// LockOrWait gives more time to whoever sits there.
func (t *Tables) LockOrWait(ctx context.Context, n int, waiter string) (bool, error) {
	ok, err := t.rdb.SetNX(ctx, tableLock(n), waiter, time.Minute).Result()
	if err != nil || ok {
		return ok, err
	}
	return false, t.rdb.Expire(ctx, tableLock(n), time.Minute).Err() // want unconditionalrelease "EXPIRE"
}

// TakeOver replaces a record whose deadline, kept as its value, has passed: GETSET
// tells who was the first.
func (t *Tables) TakeOver(ctx context.Context, n int, until time.Time) (bool, error) {
	ok, err := t.rdb.SetNX(ctx, tableLock(n), until.UnixNano(), time.Until(until)).Result() // silent: the nanoseconds of a moment that the caller chose
	if err != nil || ok {
		return ok, err
	}
	old, err := t.rdb.Get(ctx, tableLock(n)).Int64()
	if err != nil || old > time.Now().UnixNano() {
		return false, err
	}
	was, err := t.rdb.GetSet(ctx, tableLock(n), until.UnixNano()).Int64()
	if err != nil || was != old {
		return false, err
	}
	return true, t.rdb.Expire(ctx, tableLock(n), time.Until(until)).Err() // silent: the TTL of what was just taken
}

func chairLock(n int) string { return "chair-lock:" + strconv.Itoa(n) }

func (t *Tables) Sit(ctx context.Context, n int, waiter string) (bool, error) {
	return t.rdb.SetNX(ctx, chairLock(n), waiter, time.Minute).Result()
}

// Stay writes the record anew to keep it, and compares what was there when it is
// too late.
func (t *Tables) Stay(ctx context.Context, n int, waiter string) (bool, error) {
	was, err := t.rdb.GetSet(ctx, chairLock(n), waiter).Result()
	if err != nil || was != waiter {
		return false, err
	}
	return true, t.rdb.Expire(ctx, chairLock(n), time.Minute).Err() // want unconditionalrelease "EXPIRE"
}
