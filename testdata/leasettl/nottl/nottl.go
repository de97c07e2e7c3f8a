// Package nottl takes locks that nothing but their release ends.
package nottl

import (
	"context"
	"crypto/rand"
	"database/sql"
	"strconv"
	"time"

	"github.com/bradfitz/gomemcache/memcache"
	"github.com/gomodule/redigo/redis"
	goredis "github.com/redis/go-redis/v9"
	"github.com/redis/rueidis"
	gozero "github.com/zeromicro/go-zero/core/stores/redis"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

const compareAndDelete = `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`

type Drawbridge struct {
	rdb   *goredis.Client
	conn  redis.Conn
	ruei  rueidis.Client
	zero  *gozero.Redis
	mc    *memcache.Client
	etcd  *clientv3.Client
	db    *sql.DB
	token string
}

func (d *Drawbridge) Lock(ctx context.Context, bridge string) (bool, error) {
	d.token = rand.Text()
	return d.rdb.SetNX(ctx, "bridge-lock:"+bridge, d.token, 0).Result() // want leasettl "SET NX.*bridge-lock.*sets no TTL"
}

func (d *Drawbridge) LockKeep(ctx context.Context, bridge string) (bool, error) {
	return d.rdb.SetNX(ctx, "bridge-lock:"+bridge, d.token, goredis.KeepTTL).Result() // want leasettl "sets no TTL"
}

func (d *Drawbridge) LockFor(ctx context.Context, bridge string, ttl time.Duration) (bool, error) {
	return d.rdb.SetNX(ctx, "bridge-lock:"+bridge, d.token, ttl).Result() // silent: the caller says how long
}

func (d *Drawbridge) LockForEver(ctx context.Context, bridge string) (bool, error) {
	return d.LockFor(ctx, bridge, 0) // want leasettl "SET NX in LockFor.*sets no TTL"
}

func (d *Drawbridge) Unlock(ctx context.Context, bridge string) error {
	return d.rdb.Eval(ctx, compareAndDelete, []string{"bridge-lock:" + bridge}, d.token).Err()
}

func (d *Drawbridge) lockRedigo(bridge string) (bool, error) {
	return redis.Bool(d.conn.Do("SETNX", "lift-lock:"+bridge, d.token)) // want leasettl "SETNX.*lift-lock"
}

func (d *Drawbridge) lockSet(bridge string) (string, error) {
	return redis.String(d.conn.Do("SET", "lift-lock:"+bridge, d.token, "NX")) // want leasettl "sets no TTL"
}

func (d *Drawbridge) lockSetPX(bridge string) (string, error) {
	return redis.String(d.conn.Do("SET", "lift-lock:"+bridge, d.token, "NX", "PX", 30000)) // silent: PX
}

func (d *Drawbridge) unlockRedigo(bridge string) error {
	_, err := d.conn.Do("EVAL", compareAndDelete, 1, "lift-lock:"+bridge, d.token)
	return err
}

func (d *Drawbridge) lockRueidis(ctx context.Context, bridge string) error {
	return d.ruei.Do(ctx, d.ruei.B().Set().Key("chain-lock:"+bridge).Value(d.token).Nx().Build()).Error() // want leasettl "sets no TTL"
}

func (d *Drawbridge) unlockRueidis(ctx context.Context, bridge string) error {
	return d.ruei.Do(ctx, d.ruei.B().Delex().Key("chain-lock:"+bridge).Ifeq(d.token).Build()).Error()
}

func (d *Drawbridge) lockZero(ctx context.Context, bridge string) (bool, error) {
	return d.zero.SetnxCtx(ctx, "gate-lock:"+bridge, d.token) // want leasettl "sets no TTL"
}

func (d *Drawbridge) unlockZero(ctx context.Context, bridge string) error {
	_, err := d.zero.EvalCtx(ctx, compareAndDelete, []string{"gate-lock:" + bridge}, d.token)
	return err
}

func (d *Drawbridge) lockMemcached(bridge string) error {
	return d.mc.Add(&memcache.Item{Key: "barrier-lock-" + bridge, Value: []byte(d.token)}) // want leasettl "sets no TTL"
}

func (d *Drawbridge) unlockMemcached(bridge string) error {
	return d.mc.Delete("barrier-lock-" + bridge) // want unconditionalrelease "(?i)delete"
}

// raiseOnce works under a key of etcd that hangs on no lease.
func (d *Drawbridge) raiseOnce(ctx context.Context, bridge string, raise func()) error {
	key := "/bridges/lock/" + bridge
	resp, err := d.etcd.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).
		Then(clientv3.OpPut(key, d.token)). // want leasettl "sets no TTL"
		Commit()
	if err != nil || !resp.Succeeded {
		return err
	}
	defer d.etcd.Txn(ctx).If(clientv3.Compare(clientv3.Value(key), "=", d.token)).Then(clientv3.OpDelete(key)).Commit()
	raise()
	return nil
}

// raiseLeased hangs it on one.
func (d *Drawbridge) raiseLeased(ctx context.Context, bridge string, raise func()) error {
	key := "/spans/lock/" + bridge
	lease, err := d.etcd.Grant(ctx, 30)
	if err != nil {
		return err
	}
	resp, err := d.etcd.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).
		Then(clientv3.OpPut(key, d.token, clientv3.WithLease(lease.ID))).
		Commit() // silent: ends with its lease
	if err != nil || !resp.Succeeded {
		return err
	}
	defer d.etcd.Txn(ctx).If(clientv3.Compare(clientv3.Value(key), "=", d.token)).Then(clientv3.OpDelete(key)).Commit()
	raise()
	return nil
}

func (d *Drawbridge) lockRow(ctx context.Context, bridge string) error {
	_, err := d.db.ExecContext(ctx, `INSERT INTO bridge_locks (bridge, owner) VALUES ($1, $2)`, bridge, d.token) // want leasettl "INSERT INTO bridge_locks.*sets no TTL"
	return err
}

func (d *Drawbridge) unlockRow(ctx context.Context, bridge string) error {
	_, err := d.db.ExecContext(ctx, `DELETE FROM bridge_locks WHERE bridge = $1 AND owner = $2`, bridge, d.token)
	return err
}

// lockLeasedRow writes when the row ends.
func (d *Drawbridge) lockLeasedRow(ctx context.Context, bridge string) error {
	_, err := d.db.ExecContext(ctx, `INSERT INTO span_locks (bridge, owner, expires_at) VALUES ($1, $2, now() + interval '30 seconds')`, bridge, d.token) // silent: it has an end
	return err
}

func (d *Drawbridge) unlockLeasedRow(ctx context.Context, bridge string) error {
	_, err := d.db.ExecContext(ctx, `DELETE FROM span_locks WHERE bridge = $1 AND owner = $2`, bridge, d.token)
	return err
}

// Settings are stored once, and lock nothing.
func (d *Drawbridge) Seed(ctx context.Context, bridge string) error {
	return d.rdb.SetNX(ctx, "settings:"+bridge, `{"speed":1}`, 0).Err() // silent: a default
}

// Opened counts the first opening.
func (d *Drawbridge) Opened(ctx context.Context, bridge string) (bool, error) {
	return d.rdb.SetNX(ctx, "opened-lock:"+bridge, 1, 0).Result() // silent: done once, and never again
}

// Deadlines puts the end into the value, and whoever finds it past takes over.
type Deadlines struct{ rdb *goredis.Client }

func (d *Deadlines) Lock(ctx context.Context, bridge string) (bool, error) {
	key := "deadline-lock:" + bridge
	until := strconv.FormatInt(time.Now().Add(time.Minute).UnixMilli(), 10)
	ok, err := d.rdb.SetNX(ctx, key, until, 0).Result() // want ownertoken "deadline"
	if err != nil || ok {
		return ok, err
	}
	old, err := d.rdb.Get(ctx, key).Int64()
	if err != nil || old > time.Now().UnixMilli() {
		return false, err
	}
	was, err := d.rdb.GetSet(ctx, key, until).Int64()
	return was == old, err
}

func (d *Deadlines) Unlock(ctx context.Context, bridge string) error {
	return d.rdb.Del(ctx, "deadline-lock:"+bridge).Err() // want unconditionalrelease "DEL"
}

// Migrations keeps its lock as a document.
type Migrations struct{ locks *mongo.Collection }

func (m *Migrations) Prepare(ctx context.Context) error {
	_, err := m.locks.Indexes().CreateOne(ctx, mongo.IndexModel{Keys: bson.D{{Key: "name", Value: 1}}})
	return err
}

func (m *Migrations) Lock(ctx context.Context, token string) error {
	_, err := m.locks.InsertOne(ctx, bson.M{"name": "migration", "owner": token, "created_at": time.Now()}) // want leasettl "InsertOne.*sets no TTL"
	return err
}

func (m *Migrations) Unlock(ctx context.Context, token string) error {
	_, err := m.locks.DeleteOne(ctx, bson.M{"name": "migration", "owner": token})
	return err
}
