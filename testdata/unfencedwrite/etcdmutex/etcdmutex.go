// Package etcdmutex writes under etcd's mutex and election. Their revisions
// grow, so that a storage can tell an older holder from a newer one, if it is
// told to compare.
package etcdmutex

import (
	"context"
	"database/sql"
	"errors"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

var errDeposed = errors.New("another node leads")

type Balancer struct {
	cli     *clientv3.Client
	session *concurrency.Session
	db      *sql.DB
}

func (b *Balancer) Assign(ctx context.Context, shard, node string) error {
	mu := concurrency.NewMutex(b.session, "/balancer")
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	_, err := b.cli.Put(ctx, "/shards/"+shard, node) // want unfencedwrite "(?i)put"
	return err
}

func (b *Balancer) AssignTxn(ctx context.Context, from, to, node string) error {
	mu := concurrency.NewMutex(b.session, "/balancer")
	if err := mu.TryLock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	_, err := b.cli.Txn(ctx).Then(clientv3.OpDelete("/shards/"+from), clientv3.OpPut("/shards/"+to, node)).Commit() // want unfencedwrite "(?i)put"
	return err
}

func (b *Balancer) AssignOwned(ctx context.Context, shard, node string) error {
	mu := concurrency.NewMutex(b.session, "/balancer")
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	resp, err := b.cli.Txn(ctx).If(mu.IsOwner()).Then(clientv3.OpPut("/shards/"+shard, node)).Commit() // silent: the server checks the mutex
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return errDeposed
	}
	return nil
}

// AssignSTM repeats until what it has read is still so when it commits.
func (b *Balancer) AssignSTM(ctx context.Context, shard, node string) error {
	mu := concurrency.NewMutex(b.session, "/balancer")
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	_, err := concurrency.NewSTM(b.cli, func(s concurrency.STM) error {
		if s.Get("/shards/"+shard) == node {
			return nil
		}
		s.Put("/shards/"+shard, node) // silent: the key was read in the same STM
		return nil
	}, concurrency.WithAbortContext(ctx))
	return err
}

// Record tells the database which revision it writes for, and lets it compare.
func (b *Balancer) Record(ctx context.Context, shard, node string) error {
	mu := concurrency.NewMutex(b.session, "/balancer")
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	rev := mu.Header().Revision
	res, err := b.db.ExecContext(ctx, "UPDATE shards SET node = $2, lock_rev = $3 WHERE name = $1 AND lock_rev < $3", shard, node, rev) // silent: the revision is compared
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errDeposed)
	}
	return nil
}

// RecordOnly stores the revision and compares nothing.
func (b *Balancer) RecordOnly(ctx context.Context, shard, node string) error {
	mu := concurrency.NewMutex(b.session, "/balancer")
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	_, err := b.db.ExecContext(ctx, "UPDATE shards SET node = $2, lock_rev = $3 WHERE name = $1", shard, node, mu.Header().Revision) // want unfencedwrite "UPDATE"
	return err
}

// Lead works as the elected node.
func (b *Balancer) Lead(ctx context.Context, me string, plan func(context.Context) (string, error)) error {
	e := concurrency.NewElection(b.session, "/leader")
	if err := e.Campaign(ctx, me); err != nil {
		return err
	}
	defer e.Resign(context.WithoutCancel(ctx))
	text, err := plan(ctx)
	if err != nil {
		return err
	}
	leads := clientv3.Compare(clientv3.CreateRevision(e.Key()), "=", e.Rev())
	resp, err := b.cli.Txn(ctx).If(leads).Then(clientv3.OpPut("/plan", text)).Commit() // silent: the leader's key is compared
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return errDeposed
	}
	_, err = b.db.ExecContext(ctx, "UPDATE plans SET body = $1 WHERE current", text) // want unfencedwrite "UPDATE"
	return err
}
