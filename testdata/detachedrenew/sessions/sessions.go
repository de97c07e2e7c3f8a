// Package sessions opens etcd sessions. The constructor starts a keepalive that
// lives as long as the client, if it is not told otherwise.
package sessions

import (
	"context"
	"errors"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

var errExpired = errors.New("session expired")

type Reports struct{ cli *clientv3.Client }

func locked(ctx context.Context, s *concurrency.Session, work func(context.Context) error) error {
	mu := concurrency.NewMutex(s, "/locks/report")
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx)) // silent: a release
	wctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() { // silent: waits for the loss, renews nothing
		select {
		case <-s.Done():
			cancel(errExpired)
		case <-wctx.Done():
		}
	}()
	return work(wctx)
}

// Write closes its session only when all has gone well.
func (r *Reports) Write(ctx context.Context, write func(context.Context) error) error {
	s, err := concurrency.NewSession(r.cli, concurrency.WithTTL(15)) // want detachedrenew "(?i)session|keep|renew"
	if err != nil {
		return err
	}
	if err := locked(ctx, s, write); err != nil {
		return err
	}
	return s.Close()
}

// WriteBackground says what the default is.
func (r *Reports) WriteBackground(ctx context.Context, write func(context.Context) error) error {
	s, err := concurrency.NewSession(r.cli, concurrency.WithTTL(15), concurrency.WithContext(context.Background())) // want detachedrenew "(?i)session|keep|renew"
	if err != nil {
		return err
	}
	if err := locked(ctx, s, write); err != nil {
		return err
	}
	return s.Close()
}

func (r *Reports) WriteTied(ctx context.Context, write func(context.Context) error) error {
	s, err := concurrency.NewSession(r.cli, concurrency.WithTTL(15), concurrency.WithContext(ctx)) // silent: the caller's context
	if err != nil {
		return err
	}
	defer s.Close()
	return locked(ctx, s, write)
}

// WriteClosed has the defer of the frame that works.
func (r *Reports) WriteClosed(ctx context.Context, write func(context.Context) error) error {
	s, err := concurrency.NewSession(r.cli, concurrency.WithTTL(15)) // silent: closed by the frame that works
	if err != nil {
		return err
	}
	defer s.Close()
	return locked(ctx, s, write)
}

// Begin gives the mutex out; only End closes the session.
func (r *Reports) Begin(ctx context.Context) (*concurrency.Mutex, *concurrency.Session, error) {
	s, err := concurrency.NewSession(r.cli, concurrency.WithTTL(15)) // want detachedrenew "(?i)session|keep|renew"
	if err != nil {
		return nil, nil, err
	}
	mu := concurrency.NewMutex(s, "/locks/report")
	if err := mu.Lock(ctx); err != nil {
		return nil, nil, errors.Join(err, s.Close())
	}
	return mu, s, nil
}

// Open has no caller to ask: whoever gets the session closes it.
func Open(cli *clientv3.Client) (*concurrency.Session, error) {
	return concurrency.NewSession(cli, concurrency.WithTTL(15)) // silent: no context here
}
