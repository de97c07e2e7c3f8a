// Package units gives TTLs in another unit than is counted.
package units

import (
	"context"
	"time"

	"github.com/bsm/redislock"
	"github.com/gomodule/redigo/redis"
	goredis "github.com/redis/go-redis/v9"
	gozero "github.com/zeromicro/go-zero/core/stores/redis"
	clientv3 "go.etcd.io/etcd/client/v3"
)

const (
	compareAndDelete = `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`
	takePX           = `return redis.call("set", KEYS[1], ARGV[1], "NX", "PX", ARGV[2])`
)

type Sluice struct {
	rdb   *goredis.Client
	conn  redis.Conn
	zero  *gozero.Redis
	locks *redislock.Client
	etcd  *clientv3.Client
	token string
}

func (s *Sluice) Lock(ctx context.Context, sluice string) (bool, error) {
	return s.rdb.SetNX(ctx, "sluice-lock:"+sluice, s.token, 30).Result() // want leasettl "the TTL 30, as if in seconds, where nanoseconds are counted: the lease ends almost at once"
}

func (s *Sluice) LockBare(ctx context.Context, sluice string, expireSeconds int) (bool, error) {
	return s.rdb.SetNX(ctx, "sluice-lock:"+sluice, s.token, time.Duration(expireSeconds)).Result() // want leasettl "a TTL in seconds where nanoseconds"
}

func (s *Sluice) LockScaled(ctx context.Context, sluice string, expireSeconds int) (bool, error) {
	return s.rdb.SetNX(ctx, "sluice-lock:"+sluice, s.token, time.Duration(expireSeconds)*time.Second).Result() // silent: scaled
}

func (s *Sluice) lockFor(ctx context.Context, sluice string, ttl int) (bool, error) {
	return s.rdb.SetNX(ctx, "sluice-lock:"+sluice, s.token, time.Duration(ttl)*time.Second).Result() // silent: scaled
}

func (s *Sluice) LockHalfMinute(ctx context.Context, sluice string) (bool, error) {
	return s.lockFor(ctx, sluice, 30) // silent: 30 of them are seconds there
}

func (s *Sluice) Unlock(ctx context.Context, sluice string) error {
	return s.rdb.Eval(ctx, compareAndDelete, []string{"sluice-lock:" + sluice}, s.token).Err()
}

func (s *Sluice) lockEX(weir string, ttl time.Duration) (string, error) {
	return redis.String(s.conn.Do("SET", "weir-lock:"+weir, s.token, "NX", "EX", int(ttl/time.Millisecond))) // want leasettl "a TTL in milliseconds where seconds.*keeps the lock"
}

func (s *Sluice) lockEXRaw(weir string, ttl time.Duration) (string, error) {
	return redis.String(s.conn.Do("SET", "weir-lock:"+weir, s.token, "NX", "EX", int64(ttl))) // want leasettl "a TTL in nanoseconds where seconds"
}

func (s *Sluice) lockPX(weir string, ttl time.Duration) (string, error) {
	return redis.String(s.conn.Do("SET", "weir-lock:"+weir, s.token, "NX", "PX", int64(ttl.Seconds()))) // want leasettl "a TTL in seconds where milliseconds.*almost at once"
}

func (s *Sluice) lockRight(weir string, ttl time.Duration) (string, error) {
	if ttl < time.Second {
		return redis.String(s.conn.Do("SET", "weir-lock:"+weir, s.token, "NX", "PX", ttl.Milliseconds())) // silent: milliseconds
	}
	return redis.String(s.conn.Do("SET", "weir-lock:"+weir, s.token, "NX", "EX", int(ttl/time.Second))) // silent: seconds
}

func (s *Sluice) unlockWeir(weir string) error {
	_, err := s.conn.Do("EVAL", compareAndDelete, 1, "weir-lock:"+weir, s.token)
	return err
}

func (s *Sluice) lockScript(ctx context.Context, dam string, ttl time.Duration) error {
	return s.rdb.Eval(ctx, takePX, []string{"dam-lock:" + dam}, s.token, ttl.Seconds()).Err() // want leasettl "a TTL in seconds where milliseconds"
}

func (s *Sluice) lockScriptRight(ctx context.Context, dam string, ttl time.Duration) error {
	return s.rdb.Eval(ctx, takePX, []string{"dam-lock:" + dam}, s.token, ttl.Milliseconds()).Err() // silent: milliseconds
}

func (s *Sluice) unlockScript(ctx context.Context, dam string) error {
	return s.rdb.Eval(ctx, compareAndDelete, []string{"dam-lock:" + dam}, s.token).Err()
}

func (s *Sluice) lockZero(ctx context.Context, pond string, ttl time.Duration) (bool, error) {
	return s.zero.SetnxExCtx(ctx, "pond-lock:"+pond, s.token, int(ttl)) // want leasettl "a TTL in nanoseconds where seconds"
}

func (s *Sluice) lockZeroRight(ctx context.Context, pond string) (bool, error) {
	return s.zero.SetnxExCtx(ctx, "pond-lock:"+pond, s.token, 30) // silent: seconds are counted
}

func (s *Sluice) unlockZero(ctx context.Context, pond string) error {
	_, err := s.zero.EvalCtx(ctx, compareAndDelete, []string{"pond-lock:" + pond}, s.token)
	return err
}

func (s *Sluice) library(ctx context.Context) (*redislock.Lock, clientv3.LeaseID, error) {
	lock, err := s.locks.Obtain(ctx, "canal", 30000, nil) // want leasettl "the TTL 30000, as if in milliseconds"
	if err != nil {
		return nil, 0, err
	}
	if err := lock.Refresh(ctx, 30, nil); err != nil { // want leasettl "the TTL 30, as if in seconds"
		return lock, 0, err
	}
	lease, err := s.etcd.Grant(ctx, 30) // silent: Grant counts seconds
	if err != nil {
		return lock, 0, err
	}
	return lock, lease.ID, nil
}
