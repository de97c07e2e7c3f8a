// Package signals takes Consul locks, etcd keepalives and rueidis locks, and keeps
// what tells of their loss, or does not.
package signals

import (
	"context"
	"errors"
	"log"

	"github.com/hashicorp/consul/api"
	"github.com/redis/rueidis/rueidislock"
	clientv3 "go.etcd.io/etcd/client/v3"
)

var errBusy = errors.New("busy")

type Harbour struct {
	consul *api.Client
	etcd   *clientv3.Client
	locker rueidislock.Locker
	gone   chan struct{}
}

func (h *Harbour) Dropped(ctx context.Context, work func(context.Context) error) error {
	lock, err := h.consul.LockKey("harbour/crane")
	if err != nil {
		return err
	}
	if _, err := lock.Lock(nil); err != nil { // want lostlease "channel.*dropped"
		return err
	}
	defer lock.Unlock()
	return work(ctx)
}

// Nil waits for the channel, and never sees that there is none.
func (h *Harbour) Nil(ctx context.Context, done <-chan error) error {
	lock, err := h.consul.LockKey("harbour/crane")
	if err != nil {
		return err
	}
	lost, err := lock.Lock(ctx.Done()) // want lostlease "neither a channel nor an error"
	if err != nil {
		return err
	}
	defer lock.Unlock()
	select {
	case <-lost:
		return errBusy
	case err := <-done:
		return err
	}
}

func (h *Harbour) Watched(ctx context.Context, done <-chan error) error {
	lock, err := h.consul.LockKey("harbour/crane")
	if err != nil {
		return err
	}
	lost, err := lock.Lock(ctx.Done()) // silent: compared with nil, and watched
	if err != nil {
		return err
	}
	if lost == nil {
		return errBusy
	}
	defer lock.Unlock()
	select {
	case <-lost:
		return errBusy
	case err := <-done:
		return err
	}
}

// Kept stores the channel where Gone hands it out.
func (h *Harbour) Kept() error {
	sem, err := h.consul.SemaphorePrefix("harbour/berths", 3)
	if err != nil {
		return err
	}
	lost, err := sem.Acquire(nil) // silent: handed to a watcher
	if err != nil {
		return err
	}
	go h.watch(lost)
	return nil
}

func (h *Harbour) watch(lost <-chan struct{}) {
	<-lost
	close(h.gone)
}

func (h *Harbour) Gone() <-chan struct{} { return h.gone }

// Session loses the error of its renewal; SessionLogged prints it.
func (h *Harbour) Session(ctx context.Context, id string, work func(context.Context) error) error {
	go h.consul.Session().RenewPeriodic("15s", id, nil, ctx.Done()) // want lostlease "ends when it fails"
	return work(ctx)
}

func (h *Harbour) SessionLogged(ctx context.Context, id string, work func(context.Context) error) error {
	go func() {
		if err := h.consul.Session().RenewPeriodic("15s", id, nil, ctx.Done()); err != nil { // want lostlease "ends when it fails"
			log.Println(err)
		}
	}()
	return work(ctx)
}

func (h *Harbour) SessionTold(ctx context.Context, id string, work func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		cancel(h.consul.Session().RenewPeriodic("15s", id, nil, ctx.Done())) // silent: cancels the work
	}()
	return work(ctx)
}

func (h *Harbour) Thrown(ctx context.Context, id clientv3.LeaseID) error {
	_, err := h.etcd.KeepAlive(ctx, id) // want lostlease "nobody notices"
	return err
}

func (h *Harbour) Drained(ctx context.Context, id clientv3.LeaseID) error {
	beats, err := h.etcd.KeepAlive(ctx, id) // want lostlease "nobody notices"
	if err != nil {
		return err
	}
	go func() {
		for range beats {
		}
		log.Println("keepalive has ended")
	}()
	return nil
}

func (h *Harbour) Noticed(ctx context.Context, id clientv3.LeaseID) error {
	beats, err := h.etcd.KeepAlive(ctx, id) // silent: the end closes gone
	if err != nil {
		return err
	}
	go func() {
		for range beats {
		}
		close(h.gone)
	}()
	return nil
}

// Again keeps the registration: a closed channel leads to a new lease.
func (h *Harbour) Again(ctx context.Context, key, addr string) error {
	for {
		grant, err := h.etcd.Grant(ctx, 15)
		if err != nil {
			return err
		}
		if _, err := h.etcd.Put(ctx, key, addr, clientv3.WithLease(grant.ID)); err != nil {
			return err
		}
		beats, err := h.etcd.KeepAlive(ctx, grant.ID) // silent: registered anew
		if err != nil {
			return err
		}
	beating:
		for {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case _, ok := <-beats:
				if !ok {
					break beating
				}
			}
		}
	}
}

func (h *Harbour) Outer(ctx context.Context, work func(context.Context) error) error {
	_, release, err := h.locker.WithContext(ctx, "crane") // want lostlease "context.*dropped"
	if err != nil {
		return err
	}
	defer release()
	return work(ctx)
}

func (h *Harbour) Inner(ctx context.Context, work func(context.Context) error) error {
	held, release, err := h.locker.WithContext(ctx, "crane") // silent: the work runs on it
	if err != nil {
		return err
	}
	defer release()
	return work(held)
}
