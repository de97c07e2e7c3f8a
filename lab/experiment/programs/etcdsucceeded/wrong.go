// Package etcdsucceeded writes the routes of a network under etcd's mutex, and
// lets etcd compare.
package etcdsucceeded

import (
	"context"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Wrong takes the error for the outcome: a transaction whose condition does not
// hold has none.
func Wrong(ctx context.Context, cli *clientv3.Client, session *concurrency.Session, value string, stall func()) error {
	mu := concurrency.NewMutex(session, "/routes/lock")
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	stall() // the routes are worked out
	if _, err := cli.Txn(ctx).If(mu.IsOwner()).Then(clientv3.OpPut("/routes/table", value)).Commit(); err != nil {
		return err
	}
	stall()
	return nil
}
