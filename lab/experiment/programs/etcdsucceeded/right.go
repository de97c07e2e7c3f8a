package etcdsucceeded

import (
	"context"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Right asks whether the transaction has succeeded.
func Right(ctx context.Context, cli *clientv3.Client, session *concurrency.Session, value string, stall func()) error {
	mu := concurrency.NewMutex(session, "/routes/lock")
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	stall() // the routes are worked out
	resp, err := cli.Txn(ctx).If(mu.IsOwner()).Then(clientv3.OpPut("/routes/table", value)).Commit()
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return concurrency.ErrSessionExpired
	}
	stall()
	return nil
}
