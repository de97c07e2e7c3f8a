// Package lost leaves functions when the lock is lost, and when it is not.
package lost

import (
	"context"
	"errors"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

var errQuit = errors.New("told to stop")

type Pilot struct {
	s    *concurrency.Session
	quit chan struct{}
}

// Lead has nothing to give back when its session has ended.
func (p *Pilot) Lead(ctx context.Context, work <-chan func(context.Context) error) error {
	e := concurrency.NewElection(p.s, "/pilot")
	if err := e.Campaign(ctx, "me"); err != nil { // silent: lost, or resigned
		return err
	}
	for {
		select {
		case <-p.s.Done():
			return concurrency.ErrSessionExpired
		case <-p.quit:
			return e.Resign(context.WithoutCancel(ctx))
		case f := <-work:
			if err := f(ctx); err != nil {
				e.Resign(context.WithoutCancel(ctx))
				return err
			}
		}
	}
}

// LeadOn forgets to resign when it is told to stop.
func (p *Pilot) LeadOn(ctx context.Context, cli *clientv3.Client, work <-chan func(context.Context) error) error {
	e := concurrency.NewElection(p.s, "/pilot")
	if err := e.Campaign(ctx, "me"); err != nil { // want leakedlock "the return in line 51 leaves it held"
		return err
	}
	for {
		select {
		case <-p.s.Done():
			return concurrency.ErrSessionExpired
		case <-p.quit:
			return errQuit
		case f, ok := <-work:
			if !ok {
				return e.Resign(context.WithoutCancel(ctx))
			}
			if err := f(ctx); err != nil {
				e.Resign(context.WithoutCancel(ctx))
				return err
			}
		}
	}
}
