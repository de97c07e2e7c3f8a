// Package etcddelete holds a key of etcd while it sets the points of a junction.
package etcddelete

import (
	"context"
	"crypto/rand"
	"errors"

	clientv3 "go.etcd.io/etcd/client/v3"
)

var errBusy = errors.New("the points are being set")

// Wrong deletes the key by its name.
func Wrong(ctx context.Context, cli *clientv3.Client, lease clientv3.LeaseID, stall func()) error {
	resp, err := cli.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision("/points/lock"), "=", 0)).
		Then(clientv3.OpPut("/points/lock", rand.Text(), clientv3.WithLease(lease))).
		Commit()
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return errBusy
	}
	stall() // the points are set
	_, err = cli.Delete(ctx, "/points/lock")
	return err
}
