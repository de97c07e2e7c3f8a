// Package houses renews through interfaces and types of its own, behind which no
// client is in sight.
package houses

import (
	"context"
	"errors"
	"log"
	"time"
)

var errGone = errors.New("gone")

// Shard has many methods; one says that it extends a lease.
type Shard interface {
	Peek(ctx context.Context, n int) ([]string, error)
	ExtendSortingLease(ctx context.Context, bin string) error
}

type Sorter struct {
	shard Shard
	bus   Bus
	locks Locks
	queue Queue
}

// Some cancels on one error and ends without a word on all others.
func (s *Sorter) Some(ctx context.Context, bin string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(5 * time.Second):
				if err := s.shard.ExtendSortingLease(ctx, bin); err != nil { // want lostlease "tells nobody"
					if errors.Is(err, errGone) {
						cancel()
						return
					}
					log.Println(err)
					return
				}
			}
		}
	}()
	_, err := s.shard.Peek(ctx, 10)
	return err
}

// Bus is how plug-ins reach their host.
type Bus interface {
	SetIf(ctx context.Context, key string, old, value []byte, ttl time.Duration) (bool, error)
	LogError(msg string, args ...any)
}

// Mutex is a lock over the bus.
type Mutex struct {
	bus  Bus
	key  string
	stop chan struct{}
}

func (m *Mutex) refreshLock(ctx context.Context) error {
	ok, err := m.bus.SetIf(ctx, m.key, []byte{1}, []byte{1}, 15*time.Second)
	if err != nil {
		return err
	}
	if !ok {
		return errGone
	}
	return nil
}

func (m *Mutex) Lock(ctx context.Context) error {
	if ok, err := m.bus.SetIf(ctx, m.key, nil, []byte{1}, 15*time.Second); err != nil || !ok {
		return errors.Join(errGone, err)
	}
	m.stop = make(chan struct{})
	go m.keep(ctx)
	return nil
}

func (m *Mutex) keep(ctx context.Context) {
	t := time.NewTicker(5 * time.Second)
	defer t.Stop()
	for {
		select {
		case <-m.stop:
			return
		case <-ctx.Done():
			return
		case <-t.C:
			if err := m.refreshLock(ctx); err != nil { // want lostlease "tells nobody"
				m.bus.LogError("cannot refresh", "key", m.key, "err", err)
				return
			}
		}
	}
}

func (m *Mutex) Unlock(ctx context.Context) error {
	close(m.stop)
	_, err := m.bus.SetIf(ctx, m.key, []byte{1}, nil, 0)
	return err
}

// Locks returns a channel that is closed when the lock is lost.
type Locks interface {
	Lock(ctx context.Context, name string) (<-chan struct{}, error)
	Unlock(ctx context.Context, name string) error
}

func (s *Sorter) Sort(ctx context.Context, sort func(context.Context) error) error {
	if _, err := s.locks.Lock(ctx, "bins"); err != nil { // want lostlease "channel.*dropped"
		return err
	}
	defer s.locks.Unlock(context.WithoutCancel(ctx), "bins")
	return sort(ctx)
}

func (s *Sorter) SortWatched(ctx context.Context, done <-chan error) error {
	lost, err := s.locks.Lock(ctx, "bins") // silent: watched
	if err != nil {
		return err
	}
	defer s.locks.Unlock(context.WithoutCancel(ctx), "bins")
	select {
	case <-lost:
		return errGone
	case err := <-done:
		return err
	}
}

// Queue lends its messages.
type Queue interface {
	Receive(ctx context.Context) (string, error)
	Extend(ctx context.Context, id string, by time.Duration) error
	Delete(ctx context.Context, id string) error
}

func (s *Sorter) Handle(ctx context.Context, id string, handle func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(10 * time.Second):
				if err := s.queue.Extend(ctx, id, 30*time.Second); err != nil { // want lostlease "only logged"
					log.Println(err)
				}
			}
		}
	}()
	if err := handle(ctx); err != nil {
		return err
	}
	return s.queue.Delete(ctx, id)
}
