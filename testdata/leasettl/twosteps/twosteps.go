// Package twosteps sets the TTL of a lock in a request of its own, or in the one
// that takes it.
package twosteps

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/gomodule/redigo/redis"
	goredis "github.com/redis/go-redis/v9"

	"testdata.leasevet/leasettl/twosteps/store"
)

var (
	free = goredis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)
	take = goredis.NewScript(`
if redis.call("setnx", KEYS[1], ARGV[1]) == 1 then
	redis.call("pexpire", KEYS[1], ARGV[2])
	return 1
end
return 0`)
)

type Orchard struct {
	rdb   *goredis.Client
	conn  redis.Conn
	kv    *store.Store
	token string
}

func (o *Orchard) Lock(ctx context.Context, row string) (bool, error) {
	o.token = rand.Text()
	ok, err := o.rdb.SetNX(ctx, "row-lock:"+row, o.token, 0).Result() // want leasettl "SET NX.*EXPIRE.*two requests"
	if err != nil || !ok {
		return false, err
	}
	return true, o.rdb.Expire(ctx, "row-lock:"+row, time.Minute).Err() // silent: only the winner sends it
}

// LockAll lets losers extend the lock too.
func (o *Orchard) LockAll(ctx context.Context, row string) (bool, error) {
	ok, err := o.rdb.SetNX(ctx, "all-lock:"+row, o.token, 0).Result()                  // want leasettl "two requests"
	return ok, errors.Join(err, o.rdb.Expire(ctx, "all-lock:"+row, time.Minute).Err()) // want unconditionalrelease "EXPIRE"
}

func (o *Orchard) UnlockAll(ctx context.Context, row string) error {
	return free.Run(ctx, o.rdb, []string{"all-lock:" + row}, o.token).Err()
}

func (o *Orchard) LockScript(ctx context.Context, row string) (bool, error) {
	return take.Run(ctx, o.rdb, []string{"row-lock:" + row}, o.token, 60000).Bool() // silent: one script
}

func (o *Orchard) LockPipe(ctx context.Context, row string) (bool, error) {
	pipe := o.rdb.TxPipeline()
	taken := pipe.SetNX(ctx, "row-lock:"+row, o.token, 0) // silent: sent together
	pipe.Expire(ctx, "row-lock:"+row, time.Minute)        // want unconditionalrelease "EXPIRE"
	_, err := pipe.Exec(ctx)
	return taken.Val(), err
}

func (o *Orchard) LockOne(ctx context.Context, row string) (bool, error) {
	return o.rdb.SetNX(ctx, "row-lock:"+row, o.token, time.Minute).Result() // silent: one request
}

func (o *Orchard) Unlock(ctx context.Context, row string) error {
	return free.Run(ctx, o.rdb, []string{"row-lock:" + row}, o.token).Err()
}

// takeLock is a general helper that becomes a lock by its use in Prune.
func (o *Orchard) putAbsent(key, value string, seconds int) (bool, error) {
	n, err := redis.Int(o.conn.Do("SETNX", key, value)) // want leasettl "SETNX.*two requests"
	if err != nil || n == 0 {
		return false, err
	}
	_, err = o.conn.Do("EXPIRE", key, seconds)
	return true, err
}

func (o *Orchard) Prune(tree string, prune func() error) error {
	ok, err := o.putAbsent("tree-lock:"+tree, o.token, 60)
	if err != nil || !ok {
		return err
	}
	defer o.conn.Do("EVAL", `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end`, 1, "tree-lock:"+tree, o.token)
	return prune()
}

// Graft does the same with a helper of another package.
func (o *Orchard) Graft(ctx context.Context, tree string, graft func() error) error {
	ok, err := o.kv.PutAbsent(ctx, "graft-lock:"+tree, o.token, time.Minute) // want leasettl "PutAbsent.*two requests"
	if err != nil || !ok {
		return err
	}
	defer free.Run(context.WithoutCancel(ctx), o.rdb, []string{"graft-lock:" + tree}, o.token)
	return graft()
}
