package etcdsession

import (
	"context"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Right ends its work with its session.
func Right(ctx context.Context, cli *clientv3.Client, move func(), stall func(context.Context)) error {
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
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		select {
		case <-session.Done():
			cancel(concurrency.ErrSessionExpired)
		case <-ctx.Done():
		}
	}()
	stall(ctx) // the sky is looked up
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	move()
	stall(ctx)
	return nil
}
