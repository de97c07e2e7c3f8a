package etcddelete

import (
	"context"
	"crypto/rand"

	clientv3 "go.etcd.io/etcd/client/v3"
)

// Right deletes it while it holds its own token.
func Right(ctx context.Context, cli *clientv3.Client, lease clientv3.LeaseID, stall func()) error {
	token := rand.Text()
	resp, err := cli.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision("/points/lock"), "=", 0)).
		Then(clientv3.OpPut("/points/lock", token, clientv3.WithLease(lease))).
		Commit()
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return errBusy
	}
	stall() // the points are set
	_, err = cli.Txn(ctx).
		If(clientv3.Compare(clientv3.Value("/points/lock"), "=", token)).
		Then(clientv3.OpDelete("/points/lock")).
		Commit()
	return err
}
