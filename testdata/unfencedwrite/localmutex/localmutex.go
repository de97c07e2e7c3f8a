// Package localmutex locks inside the process, which is no lease and no
// business of ours. Only one of its lockers leaves the process.
package localmutex

import (
	"context"
	"database/sql"
	"sync"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
	"golang.org/x/sync/singleflight"
)

type Settings struct {
	mu    sync.Mutex
	rw    sync.RWMutex
	group singleflight.Group
	slots chan struct{}
	db    *sql.DB
	cli   *clientv3.Client
}

func (s *Settings) Set(ctx context.Context, name, value string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := s.db.ExecContext(ctx, "UPDATE settings SET value = ? WHERE name = ?", value, name) // silent: sync.Mutex
	return err
}

func (s *Settings) Put(ctx context.Context, name, value string) error {
	s.rw.Lock()
	defer s.rw.Unlock()
	_, err := s.cli.Put(ctx, "/settings/"+name, value) // silent: sync.RWMutex
	return err
}

func (s *Settings) TrySet(ctx context.Context, name, value string) error {
	if !s.mu.TryLock() {
		return nil
	}
	defer s.mu.Unlock()
	_, err := s.db.ExecContext(ctx, "UPDATE settings SET value = ? WHERE name = ?", value, name) // silent: sync.Mutex
	return err
}

func (s *Settings) Once(ctx context.Context, name string) error {
	_, err, _ := s.group.Do(name, func() (any, error) {
		return s.db.ExecContext(ctx, "UPDATE settings SET read_at = now() WHERE name = ?", name) // silent: singleflight
	})
	return err
}

func (s *Settings) Slot(ctx context.Context, name, value string) error {
	s.slots <- struct{}{}
	defer func() { <-s.slots }()
	_, err := s.db.ExecContext(ctx, "UPDATE settings SET value = ? WHERE name = ?", value, name) // silent: a channel
	return err
}

// file guards itself with an embedded mutex and the lower-case method names.
type file struct {
	sync.Mutex
	db *sql.DB
}

func (f *file) lock()   { f.Mutex.Lock() }
func (f *file) unlock() { f.Mutex.Unlock() }

func (f *file) Save(ctx context.Context, path, sum string) error {
	f.lock()
	defer f.unlock()
	_, err := f.db.ExecContext(ctx, "UPDATE files SET sum = ? WHERE path = ?", sum, path) // silent: sync.Mutex
	return err
}

// Shared has the same two methods, and etcd behind them.
func (s *Settings) Shared(ctx context.Context, session *concurrency.Session, name, value string) error {
	mu := concurrency.NewLocker(session, "/locks/settings")
	mu.Lock()
	defer mu.Unlock()
	_, err := s.db.ExecContext(ctx, "UPDATE settings SET value = ? WHERE name = ?", value, name) // want unfencedwrite "UPDATE"
	return err
}
