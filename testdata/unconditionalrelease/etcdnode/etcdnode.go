// Package etcdnode runs schema migrations under an etcd node, which somebody
// else may have created again by the time that it is deleted.
package etcdnode

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

var errHeld = errors.New("migration is held by another node")

type Migrator struct {
	cli   *clientv3.Client
	node  string
	me    string
	lease clientv3.LeaseID
}

func New(cli *clientv3.Client, schema string) *Migrator {
	return &Migrator{cli: cli, node: "/migrations/" + schema, me: rand.Text()}
}

func (m *Migrator) Acquire(ctx context.Context) error {
	grant, err := m.cli.Grant(ctx, 30)
	if err != nil {
		return err
	}
	m.lease = grant.ID
	resp, err := m.cli.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision(m.node), "=", 0)).
		Then(clientv3.OpPut(m.node, m.me, clientv3.WithLease(grant.ID))).
		Commit()
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return errHeld
	}
	return nil
}

func (m *Migrator) Release(ctx context.Context) error {
	_, err := m.cli.Delete(ctx, m.node) // want unconditionalrelease "(?i)delete"
	return err
}

// ReleaseTxn is a transaction with nothing to compare.
func (m *Migrator) ReleaseTxn(ctx context.Context) error {
	_, err := m.cli.Txn(ctx).Then(clientv3.OpDelete(m.node), clientv3.OpDelete(m.node+"-progress")).Commit() // want unconditionalrelease "(?i)delete"
	return err
}

// ReleaseExisting asks whether there is a node, not whose it is.
func (m *Migrator) ReleaseExisting(ctx context.Context) error {
	_, err := m.cli.Txn(ctx).If(clientv3.Compare(clientv3.Version(m.node), ">", 0)).Then(clientv3.OpDelete(m.node)).Commit() // want unconditionalrelease "(?i)delete"
	return err
}

func (m *Migrator) ReleaseRead(ctx context.Context) error {
	got, err := m.cli.Get(ctx, m.node)
	if err != nil {
		return err
	}
	if len(got.Kvs) == 0 || string(got.Kvs[0].Value) != m.me {
		return errHeld
	}
	_, err = m.cli.Delete(ctx, m.node) // want unconditionalrelease "(?i)delete"
	return err
}

func (m *Migrator) ReleaseOwn(ctx context.Context) error {
	_, err := m.cli.Txn(ctx).If(clientv3.Compare(clientv3.Value(m.node), "=", m.me)).Then(clientv3.OpDelete(m.node)).Commit() // silent: the server compares the owner
	return err
}

// ReleaseAt deletes the very node that it has read.
func (m *Migrator) ReleaseAt(ctx context.Context) error {
	got, err := m.cli.Get(ctx, m.node)
	if err != nil {
		return err
	}
	if len(got.Kvs) == 0 || string(got.Kvs[0].Value) != m.me {
		return errHeld
	}
	same := clientv3.Compare(clientv3.ModRevision(m.node), "=", got.Kvs[0].ModRevision)
	_, err = m.cli.Txn(ctx).If(same).Then(clientv3.OpDelete(m.node)).Commit() // silent: the revision is compared
	return err
}

func (m *Migrator) ReleaseLease(ctx context.Context) error {
	_, err := m.cli.Revoke(ctx, m.lease) // silent: one's own lease id
	return err
}

func (m *Migrator) Extend(ctx context.Context) error {
	_, err := m.cli.KeepAliveOnce(ctx, m.lease) // silent: one's own lease id
	return err
}

// Queue adds a node of its own below the prefix, named after its lease.
func (m *Migrator) Queue(ctx context.Context, wait func(context.Context) error) error {
	ticket := fmt.Sprintf("%s/waiting/%x", m.node, m.lease)
	resp, err := m.cli.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision(ticket), "=", 0)).
		Then(clientv3.OpPut(ticket, m.me, clientv3.WithLease(m.lease))).
		Commit()
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return errHeld
	}
	defer m.cli.Delete(context.WithoutCancel(ctx), ticket) // silent: the key embeds the own lease id
	return wait(ctx)
}

// Compact uses the library's mutex.
func Compact(ctx context.Context, s *concurrency.Session, compact func(context.Context) error) error {
	mu := concurrency.NewMutex(s, "/compaction")
	if err := mu.TryLock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx)) // silent: deletes only the session's own key
	return compact(ctx)
}

func (m *Migrator) DropProgress(ctx context.Context) error {
	_, err := m.cli.Delete(ctx, m.node+"/progress", clientv3.WithPrefix()) // silent: nobody acquires these
	return err
}

// Turn tells whose turn it is in a node of the mutex's own name. The mutex's record
// is a node of the session's own below that name.
type Turn struct {
	cli *clientv3.Client
	mu  *concurrency.Mutex
}

func NewTurn(cli *clientv3.Client, s *concurrency.Session) *Turn {
	return &Turn{cli: cli, mu: concurrency.NewMutex(s, "/turn")}
}

func (t *Turn) Lock(ctx context.Context) error { return t.mu.Lock(ctx) }

func (t *Turn) Unlock(ctx context.Context) error {
	if _, err := t.cli.Delete(ctx, "/turn"); err != nil { // silent: not the mutex's record
		return err
	}
	return t.mu.Unlock(ctx)
}
