// Package registrations keeps service registrations alive. They are leases too:
// one that outlives its service sends callers to nobody.
package registrations

import (
	"context"

	clientv3 "go.etcd.io/etcd/client/v3"
)

type Registry struct {
	cli  *clientv3.Client
	gone func()
}

func (r *Registry) put(ctx context.Context, service, addr string) (clientv3.LeaseID, error) {
	grant, err := r.cli.Grant(ctx, 10)
	if err != nil {
		return 0, err
	}
	_, err = r.cli.Put(ctx, "/services/"+service+"/"+addr, addr, clientv3.WithLease(grant.ID))
	return grant.ID, err
}

func (r *Registry) drain(alive <-chan *clientv3.LeaseKeepAliveResponse) {
	for range alive {
	}
	r.gone()
}

// Register lives on when the service's context has ended.
func (r *Registry) Register(ctx context.Context, service, addr string) error {
	id, err := r.put(ctx, service, addr)
	if err != nil {
		return err
	}
	alive, err := r.cli.KeepAlive(context.TODO(), id) // want detachedrenew "(?i)keep"
	if err != nil {
		return err
	}
	go r.drain(alive)
	return nil
}

func (r *Registry) RegisterTied(ctx context.Context, service, addr string) error {
	id, err := r.put(ctx, service, addr)
	if err != nil {
		return err
	}
	alive, err := r.cli.KeepAlive(ctx, id) // silent: the service's context
	if err != nil {
		return err
	}
	go r.drain(alive)
	return nil
}

// Serve registers for as long as it serves.
func (r *Registry) Serve(ctx context.Context, service, addr string, serve func(context.Context) error) error {
	id, err := r.put(ctx, service, addr)
	if err != nil {
		return err
	}
	own, stop := context.WithCancel(context.Background())
	defer stop()
	alive, err := r.cli.KeepAlive(own, id) // silent: stopped by the frame that serves
	if err != nil {
		return err
	}
	go r.drain(alive)
	return serve(ctx)
}
