package answers

import (
	"context"
	"crypto/rand"
	"database/sql"
	"time"

	"github.com/gomodule/redigo/redis"
	consul "github.com/hashicorp/consul/api"
	"github.com/redis/rueidis"
	clientv3 "go.etcd.io/etcd/client/v3"
)

const compared = `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`

// NoReply drops the nil reply that says that the key exists.
func NoReply(ctx context.Context, c redis.Conn, work Job) error {
	token := rand.Text()
	if _, err := c.Do("SET", "lock:report", token, "NX", "PX", 60000); err != nil { // want ignoredacquire "when somebody else holds it"
		return err
	}
	defer c.Do("EVAL", compared, 1, "lock:report", token)
	return work(ctx)
}

func Reply(ctx context.Context, c redis.Conn, work Job) error {
	token := rand.Text()
	reply, err := c.Do("SET", "lock:report", token, "NX", "PX", 60000)
	if err != nil {
		return err
	}
	if reply == nil {
		return errBusy
	}
	defer c.Do("EVAL", compared, 1, "lock:report", token)
	return work(ctx)
}

func ReplyOK(ctx context.Context, c redis.Conn, work Job) error {
	token := rand.Text()
	reply, err := redis.String(c.Do("SET", "lock:report", token, "NX", "PX", 60000))
	if err != nil && err != redis.ErrNil {
		return err
	}
	if reply != "OK" {
		return errBusy
	}
	defer c.Do("EVAL", compared, 1, "lock:report", token)
	return work(ctx)
}

// Hidden asks for the errors of the network, of which a refusal is none.
func Hidden(ctx context.Context, c rueidis.Client, release *rueidis.Lua, work Job) error {
	token := rand.Text()
	if err := c.Do(ctx, c.B().Set().Key("lock:rue").Value(token).Nx().Px(time.Minute).Build()).NonRedisError(); err != nil { // want ignoredacquire "when somebody else holds it"
		return err
	}
	defer c.Do(ctx, c.B().Delex().Key("lock:rue").Ifeq(token).Build())
	return work(ctx)
}

func Told(ctx context.Context, c rueidis.Client, work Job) error {
	token := rand.Text()
	if err := c.Do(ctx, c.B().Set().Key("lock:rue").Value(token).Nx().Px(time.Minute).Build()).Error(); err != nil {
		return err
	}
	defer c.Do(ctx, c.B().Delex().Key("lock:rue").Ifeq(token).Build())
	return work(ctx)
}

// Committed takes a nil error for success; a transaction says it in Succeeded.
func Committed(ctx context.Context, c *clientv3.Client, lease clientv3.LeaseID, work Job) error {
	token := rand.Text()
	_, err := c.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision("lock/report"), "=", 0)).
		Then(clientv3.OpPut("lock/report", token, clientv3.WithLease(lease))).
		Commit() // want ignoredacquire "when somebody else holds it"
	if err != nil {
		return err
	}
	defer c.Revoke(ctx, lease)
	return work(ctx)
}

func Succeeded(ctx context.Context, c *clientv3.Client, lease clientv3.LeaseID, work Job) error {
	token := rand.Text()
	resp, err := c.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision("lock/report"), "=", 0)).
		Then(clientv3.OpPut("lock/report", token, clientv3.WithLease(lease))).
		Commit()
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return errBusy
	}
	defer c.Revoke(ctx, lease)
	return work(ctx)
}

func Acquired(kv *consul.KV, session string, work func() error) error {
	p := &consul.KVPair{Key: "lock/report", Session: session}
	if _, _, err := kv.Acquire(p, nil); err != nil { // want ignoredacquire "KV.Acquire.*when somebody else holds it"
		return err
	}
	defer kv.Release(p, nil)
	return work()
}

func AcquiredTold(kv *consul.KV, session string, work func() error) error {
	p := &consul.KVPair{Key: "lock/report", Session: session}
	ok, _, err := kv.Acquire(p, nil)
	if err != nil || !ok {
		return err
	}
	defer kv.Release(p, nil)
	return work()
}

// Once gives up after its wait and answers nil and nil.
func Once(c *consul.Client, work func() error) error {
	lock, err := c.LockOpts(&consul.LockOptions{Key: "lock/once", LockTryOnce: true})
	if err != nil {
		return err
	}
	lost, err := lock.Lock(nil) // want ignoredacquire "Lock.Lock.*when somebody else holds it"
	if err != nil {
		return err
	}
	defer lock.Unlock()
	go func() { <-lost }()
	return work()
}

// Scanned looks at the error of Scan and not at what was scanned.
func Scanned(ctx context.Context, conn *sql.Conn, work Job) error {
	var ok bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(4)").Scan(&ok); err != nil { // want ignoredacquire "pg_try_advisory_lock.*when somebody else holds it"
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(4)")
	return work(ctx)
}

func ScannedAndAsked(ctx context.Context, conn *sql.Conn, work Job) error {
	var got sql.NullInt64
	if err := conn.QueryRowContext(ctx, "SELECT GET_LOCK('report', 5)").Scan(&got); err != nil {
		return err
	}
	if !got.Valid || got.Int64 != 1 {
		return errBusy
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT RELEASE_LOCK('report')")
	return work(ctx)
}

// Waited: pg_advisory_lock comes back with the lock or with an error.
func Waited(ctx context.Context, conn *sql.Conn, work Job) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(4)"); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(4)")
	return work(ctx)
}
