// Package etcdput writes the shard map of a cluster under etcd's mutex.
package etcdput

import (
	"context"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Wrong puts: the mutex and the map are in one store, and it compares nothing.
func Wrong(ctx context.Context, cli *clientv3.Client, session *concurrency.Session, value string, stall func()) error {
	mu := concurrency.NewMutex(session, "/shards/lock")
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	stall() // the map is worked out
	_, err := cli.Put(ctx, "/shards/map", value)
	stall()
	return err
}
