// Package releases drops the outcomes of its releases: who comes too late has
// nothing left to do. A renewal is no release.
package releases

import (
	"context"
	"database/sql"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/hashicorp/consul/api"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/zeromicro/go-zero/core/stores/redis"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

type Ends struct {
	db    *sql.DB
	pool  *pgxpool.Pool
	locks *mongo.Collection
	cli   *clientv3.Client
	kv    *api.KV
	owner string
}

func (e *Ends) Row(ctx context.Context, name string) {
	e.db.ExecContext(ctx, "DELETE FROM sync_locks WHERE name = ? AND owner = ?", name, e.owner) // silent: a release
}

func (e *Ends) Cleared(ctx context.Context, name string) error {
	_, err := e.db.ExecContext(ctx, "UPDATE sync_locks SET owner = NULL, expires_at = NULL WHERE name = ? AND owner = ?", name, e.owner) // silent: a release
	return err
}

func (e *Ends) Tagged(ctx context.Context, name string) error {
	_, err := e.pool.Exec(ctx, "UPDATE sync_locks SET locked = false WHERE name = $1 AND owner = $2", name, e.owner) // silent: a release
	return err
}

func (e *Ends) Document(ctx context.Context, name string) error {
	_, err := e.locks.DeleteOne(ctx, bson.M{"_id": name, "owner": e.owner}) // silent: a release
	return err
}

func (e *Ends) Unset(ctx context.Context, name string) error {
	_, err := e.locks.UpdateOne(ctx, bson.M{"_id": name, "owner": e.owner}, bson.M{"$unset": bson.M{"owner": "", "expires_at": ""}}) // silent: a release
	return err
}

func (e *Ends) Node(ctx context.Context, name string) error {
	_, err := e.cli.Txn(ctx).If(clientv3.Compare(clientv3.Value(name), "=", e.owner)).Then(clientv3.OpDelete(name)).Commit() // silent: a release
	return err
}

func (e *Ends) Session(name, session string) error {
	_, _, err := e.kv.Release(&api.KVPair{Key: name, Session: session}, nil) // silent: a release
	return err
}

func (e *Ends) Mutex(ctx context.Context, mu *redsync.Mutex, work func(context.Context) error) error {
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx)) // silent: a release
	return work(ctx)
}

func (e *Ends) Zero(lock *redis.RedisLock, work func() error) error {
	if ok, err := lock.Acquire(); err != nil || !ok {
		return err
	}
	defer lock.Release() // silent: a release
	return work()
}

func (e *Ends) Lapsed(ctx context.Context, name string) error {
	_, err := e.db.ExecContext(ctx, "UPDATE sync_locks SET expires_at = now() WHERE name = $1 AND owner = $2", name, e.owner) // silent: a release, by its clock
	return err
}

func (e *Ends) LongAgo(ctx context.Context, name string) func() error {
	return func() error {
		_, err := e.pool.Exec(ctx, "UPDATE sync_locks SET expires_at = to_timestamp(0) WHERE name = $1 AND owner = $2", name, e.owner) // silent: a release, by its clock
		return err
	}
}

func (e *Ends) LapsedDocument(ctx context.Context, name string) error {
	_, err := e.locks.UpdateOne(ctx, bson.M{"_id": name, "owner": e.owner}, bson.M{"$set": bson.M{"expires_at": time.Now()}}) // silent: a release, by its clock
	return err
}

func (e *Ends) ProlongInSQL(ctx context.Context, name string) error {
	_, err := e.db.ExecContext(ctx, "UPDATE sync_locks SET expires_at = now() + interval '30 seconds' WHERE name = $1 AND owner = $2", name, e.owner) // want ignoredrowcount "UPDATE"
	return err
}

func (e *Ends) Prolong(ctx context.Context, name string) error {
	_, err := e.db.ExecContext(ctx, "UPDATE sync_locks SET expires_at = ? WHERE name = ? AND owner = ?", time.Now().Add(time.Minute), name, e.owner) // want ignoredrowcount "UPDATE"
	return err
}

func (e *Ends) ProlongDocument(ctx context.Context, name string) error {
	_, err := e.locks.UpdateOne(ctx, bson.M{"_id": name, "owner": e.owner}, bson.M{"$set": bson.M{"expires_at": time.Now().Add(time.Minute)}}) // want ignoredrowcount "(?i)update"
	return err
}

// Extend drops the bool of a single renewal, outside any loop.
func (e *Ends) Extend(ctx context.Context, mu *redsync.Mutex) error {
	_, err := mu.ExtendContext(ctx) // want ignoredrowcount "(?i)extend"
	return err
}
