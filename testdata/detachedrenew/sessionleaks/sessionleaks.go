// Package sessionleaks opens etcd sessions where no caller's context is at
// hand. Their Close is stop enough, if it is reached.
package sessionleaks

import (
	"context"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

type Job struct {
	cli *clientv3.Client
	run func()
}

// Run forgets the session when another node has the lock.
func (j *Job) Run() {
	s, err := concurrency.NewSession(j.cli, concurrency.WithTTL(15)) // want detachedrenew "(?i)session" lostlease "(?i)session"
	if err != nil {
		return
	}
	mu := concurrency.NewMutex(s, "/locks/job")
	wait, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := mu.Lock(wait); err != nil {
		return
	}
	defer s.Close()
	j.run()
}

// RunClosed closes it on each way out.
func (j *Job) RunClosed() {
	s, err := concurrency.NewSession(j.cli, concurrency.WithTTL(15)) // want lostlease "nobody watches"
	if err != nil {
		return
	}
	mu := concurrency.NewMutex(s, "/locks/job")
	wait, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := mu.Lock(wait); err != nil {
		s.Close()
		return
	}
	j.run()
	s.Close()
}

// Mutex hides the session of a lock.
type Mutex struct {
	s *concurrency.Session
	m *concurrency.Mutex
}

// NewMutex hands the session out with the mutex.
func NewMutex(cli *clientv3.Client, key string) (*Mutex, error) {
	s, err := concurrency.NewSession(cli) // want lostlease "nobody watches"
	if err != nil {
		return nil, err
	}
	return &Mutex{s: s, m: concurrency.NewMutex(s, key)}, nil
}

func (m *Mutex) Lock(wait time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	return m.m.Lock(ctx)
}

func (m *Mutex) Unlock() error {
	if err := m.m.Unlock(context.TODO()); err != nil {
		return err
	}
	return m.s.Close()
}

// RunHidden does not see that only Unlock ends the renewal.
func (j *Job) RunHidden() error {
	mu, err := NewMutex(j.cli, "/locks/job") // want detachedrenew "(?i)session"
	if err != nil {
		return err
	}
	if err := mu.Lock(time.Second); err != nil {
		return err
	}
	defer mu.Unlock()
	j.run()
	return nil
}

// RunAnyway ends it whether or not it got the lock.
func (j *Job) RunAnyway() error {
	mu, err := NewMutex(j.cli, "/locks/job") // silent: ended by the defer
	if err != nil {
		return err
	}
	defer mu.Unlock()
	if err := mu.Lock(time.Second); err != nil {
		return err
	}
	j.run()
	return nil
}

// Open gives the mutex to somebody else.
func (j *Job) Open(keep func(*Mutex)) error {
	mu, err := NewMutex(j.cli, "/locks/job") // silent: kept by somebody
	if err != nil {
		return err
	}
	if err := mu.Lock(time.Second); err == nil {
		keep(mu)
		return nil
	}
	return mu.Unlock()
}

// NewMutexWith leaves the session's options to its caller.
func NewMutexWith(cli *clientv3.Client, key string, opts ...concurrency.SessionOption) (mu *Mutex, err error) {
	mu = &Mutex{}
	mu.s, err = concurrency.NewSession(cli, opts...) // want lostlease "nobody watches"
	if err != nil {
		return
	}
	mu.m = concurrency.NewMutex(mu.s, key)
	return
}

// RunTTL gives no context.
func (j *Job) RunTTL() error {
	mu, err := NewMutexWith(j.cli, "/locks/job", concurrency.WithTTL(15)) // want detachedrenew "(?i)session"
	if err != nil {
		return err
	}
	if err := mu.Lock(time.Second); err != nil {
		return err
	}
	defer mu.Unlock()
	j.run()
	return nil
}

// RunFor gives one that ends with the frame.
func (j *Job) RunFor() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	mu, err := NewMutexWith(j.cli, "/locks/job", concurrency.WithContext(ctx)) // silent: ends with the frame's context
	if err != nil {
		return err
	}
	if err := mu.Lock(time.Second); err != nil {
		return err
	}
	defer mu.Unlock()
	j.run()
	return nil
}

// Locker gives out the mutex alone: nobody can close its session.
func Locker(cli *clientv3.Client, key string) (*concurrency.Mutex, error) {
	s, err := concurrency.NewSession(cli, concurrency.WithTTL(600)) // want detachedrenew "(?i)session"
	if err != nil {
		return nil, err
	}
	return concurrency.NewMutex(s, key), nil
}

// LockerOf gives out the session too.
func LockerOf(cli *clientv3.Client, key string) (*concurrency.Mutex, func() error, error) {
	s, err := concurrency.NewSession(cli) // silent: the caller can close it
	if err != nil {
		return nil, nil, err
	}
	return concurrency.NewMutex(s, key), s.Close, nil
}

// LockerFor ends the session with a context that it is given.
func LockerFor(ctx context.Context, cli *clientv3.Client, key string) (*concurrency.Mutex, error) {
	s, err := concurrency.NewSession(cli, concurrency.WithContext(ctx)) // silent: ends with the caller
	if err != nil {
		return nil, err
	}
	return concurrency.NewMutex(s, key), nil
}
