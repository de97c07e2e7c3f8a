// Package etcdsession moves a telescope, under a session that etcd may end.
package etcdsession

import (
	"context"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Wrong never asks whether its session has ended. A telescope compares nothing.
func Wrong(ctx context.Context, cli *clientv3.Client, move func(), stall func(context.Context)) error {
	session, err := concurrency.NewSession(cli, concurrency.WithTTL(3), concurrency.WithContext(ctx))
	if err != nil {
		return err
	}
	defer session.Close()
	mu := concurrency.NewMutex(session, "/telescope/lock")
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	stall(ctx) // the sky is looked up
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	move()
	stall(ctx)
	return nil
}
