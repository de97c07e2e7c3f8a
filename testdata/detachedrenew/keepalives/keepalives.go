// Package keepalives keeps etcd leases alive while an import holds its node.
package keepalives

import (
	"context"
	"errors"

	clientv3 "go.etcd.io/etcd/client/v3"
)

var errHeld = errors.New("import is held by another node")

type Import struct {
	cli  *clientv3.Client
	lost func()
}

func (i *Import) watch(alive <-chan *clientv3.LeaseKeepAliveResponse) {
	for range alive {
	}
	i.lost()
}

func (i *Import) grab(ctx context.Context, node, me string) (clientv3.LeaseID, error) {
	grant, err := i.cli.Grant(ctx, 20)
	if err != nil {
		return 0, err
	}
	resp, err := i.cli.Txn(ctx).If(clientv3.Compare(clientv3.CreateRevision(node), "=", 0)).Then(clientv3.OpPut(node, me, clientv3.WithLease(grant.ID))).Commit()
	if err != nil {
		return 0, err
	}
	if !resp.Succeeded {
		return 0, errHeld
	}
	return grant.ID, nil
}

func (i *Import) Hold(ctx context.Context, node, me string) (clientv3.LeaseID, error) {
	id, err := i.grab(ctx, node, me)
	if err != nil {
		return 0, err
	}
	alive, err := i.cli.KeepAlive(context.Background(), id) // want detachedrenew "(?i)keep"
	if err != nil {
		return 0, err
	}
	go i.watch(alive) // silent: reads the channel, renews nothing
	return id, nil
}

// HoldClient is bound to the client, which lives as long as the process.
func (i *Import) HoldClient(ctx context.Context, node, me string) (clientv3.LeaseID, error) {
	id, err := i.grab(ctx, node, me)
	if err != nil {
		return 0, err
	}
	alive, err := i.cli.KeepAlive(i.cli.Ctx(), id) // want detachedrenew "(?i)keep"
	if err != nil {
		return 0, err
	}
	go i.watch(alive)
	return id, nil
}

func (i *Import) HoldTied(ctx context.Context, node, me string) (clientv3.LeaseID, error) {
	id, err := i.grab(ctx, node, me)
	if err != nil {
		return 0, err
	}
	alive, err := i.cli.KeepAlive(ctx, id) // silent: the caller's context
	if err != nil {
		return 0, err
	}
	go i.watch(alive)
	return id, nil
}

// Run works in the frame whose defer ends the keepalive.
func (i *Import) Run(ctx context.Context, node, me string, run func(context.Context) error) error {
	id, err := i.grab(ctx, node, me)
	if err != nil {
		return err
	}
	work, cancel := context.WithCancel(ctx)
	defer cancel()
	alive, err := i.cli.KeepAlive(work, id) // silent: the work's context
	if err != nil {
		return err
	}
	go func() {
		for range alive {
		}
		cancel()
	}()
	defer i.cli.Revoke(context.WithoutCancel(ctx), id) // silent: a release
	return run(work)
}

// Once renews a single time.
func (i *Import) Once(id clientv3.LeaseID) error {
	_, err := i.cli.KeepAliveOnce(context.Background(), id) // silent: no loop, no goroutine
	return err
}
