// Package sessions holds etcd mutexes and elections under sessions of its own.
package sessions

import (
	"context"
	"fmt"
	"log/slog"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

func Unwatched(ctx context.Context, cli *clientv3.Client, work func(context.Context) error) error {
	s, err := concurrency.NewSession(cli, concurrency.WithTTL(10), concurrency.WithContext(ctx)) // want lostlease "nobody watches"
	if err != nil {
		return err
	}
	defer s.Close()
	e := concurrency.NewElection(s, "/mill/leader")
	if err := e.Campaign(ctx, "me"); err != nil {
		return err
	}
	defer e.Resign(context.WithoutCancel(ctx))
	return work(ctx)
}

func Watched(ctx context.Context, cli *clientv3.Client, work func(context.Context) error) error {
	s, err := concurrency.NewSession(cli, concurrency.WithTTL(10), concurrency.WithContext(ctx)) // silent: Done cancels the work
	if err != nil {
		return err
	}
	defer s.Close()
	mu := concurrency.NewMutex(s, "/mill/lock")
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-s.Done():
			cancel()
		case <-ctx.Done():
		}
	}()
	return work(ctx)
}

// Guarded writes only while the mutex is its own, and etcd refuses it otherwise.
func Guarded(ctx context.Context, cli *clientv3.Client, rate string) error {
	s, err := concurrency.NewSession(cli, concurrency.WithTTL(10), concurrency.WithContext(ctx)) // silent: IsOwner guards the write
	if err != nil {
		return err
	}
	defer s.Close()
	mu := concurrency.NewMutex(s, "/mill/lock")
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	resp, err := cli.Txn(ctx).If(mu.IsOwner()).Then(clientv3.OpPut("/mill/rate", rate)).Commit()
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return concurrency.ErrSessionExpired
	}
	return nil
}

// Mutex hides its session, and watches it nowhere.
type Mutex struct {
	s *concurrency.Session
	m *concurrency.Mutex
}

func NewMutex(ctx context.Context, cli *clientv3.Client, key string) (*Mutex, error) {
	s, err := concurrency.NewSession(cli, concurrency.WithContext(ctx)) // want lostlease "nobody watches"
	if err != nil {
		return nil, err
	}
	return &Mutex{s: s, m: concurrency.NewMutex(s, key)}, nil
}

func (m *Mutex) Lock(ctx context.Context) error { return m.m.Lock(ctx) }

func (m *Mutex) Unlock(ctx context.Context) error {
	defer m.s.Close()
	return m.m.Unlock(ctx)
}

// Open hides its session too, and lets its holder ask.
type Open struct {
	s *concurrency.Session
	m *concurrency.Mutex
}

func NewOpen(ctx context.Context, cli *clientv3.Client, key string) (*Open, error) {
	s, err := concurrency.NewSession(cli, concurrency.WithContext(ctx)) // silent: Lost hands the channel out
	if err != nil {
		return nil, err
	}
	return &Open{s: s, m: concurrency.NewMutex(s, key)}, nil
}

func (o *Open) Lock(ctx context.Context) error { return o.m.Lock(ctx) }
func (o *Open) Lost() <-chan struct{}          { return o.s.Done() }

// Register only hangs a key on the lease of its session.
func Register(ctx context.Context, cli *clientv3.Client, key, addr string) (*concurrency.Session, error) {
	s, err := concurrency.NewSession(cli, concurrency.WithContext(ctx)) // silent: no lock, and handed out
	if err != nil {
		return nil, err
	}
	_, err = cli.Put(ctx, key, addr, clientv3.WithLease(s.Lease()))
	return s, err
}

// Printed only prints the lease's id.
func Printed(ctx context.Context, cli *clientv3.Client, work func()) {
	s, err := concurrency.NewSession(cli, concurrency.WithTTL(300), concurrency.WithContext(ctx)) // want lostlease "nobody watches"
	if err != nil {
		return
	}
	defer s.Close()
	mu := concurrency.NewMutex(s, "/mill/sweep")
	if err := mu.TryLock(ctx); err != nil {
		return
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	slog.InfoContext(ctx, "sweeping", "session", s.Lease())
	work()
}

// Handed gives the id to somebody who may guard a write by it.
func Handed(ctx context.Context, cli *clientv3.Client, work func(lease int64)) {
	s, err := concurrency.NewSession(cli, concurrency.WithTTL(300), concurrency.WithContext(ctx)) // silent: the work is given the lease
	if err != nil {
		return
	}
	defer s.Close()
	mu := concurrency.NewMutex(s, "/mill/sweep")
	if err := mu.TryLock(ctx); err != nil {
		return
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	slog.InfoContext(ctx, fmt.Sprintf("sweeping under %x", s.Lease()))
	work(int64(s.Lease()))
}
