// Package natskeys keeps locks in NATS KV. LastRevision makes a delete compare.
package natskeys

import (
	"context"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

type Locker struct {
	kv    jetstream.KeyValue
	owner string
	rev   uint64
}

func (l *Locker) Lock(ctx context.Context, name string) (err error) {
	l.rev, err = l.kv.Create(ctx, "lock."+name, []byte(l.owner))
	return err
}

func (l *Locker) Unlock(ctx context.Context, name string) error {
	return l.kv.Delete(ctx, "lock."+name) // want unconditionalrelease "KV.Delete of lock key"
}

func (l *Locker) UnlockOwn(ctx context.Context, name string) error {
	return l.kv.Delete(ctx, "lock."+name, jetstream.LastRevision(l.rev)) // silent: compares the revision
}

// Whatever the caller gives may be a revision.
func (l *Locker) UnlockWith(ctx context.Context, name string, opts ...jetstream.KVDeleteOpt) error {
	return l.kv.Delete(ctx, "lock."+name, opts...) // silent: the options are not known
}

// Old uses the API without contexts.
type Old struct{ kv nats.KeyValue }

func (o *Old) Acquire(name, owner string) (uint64, error) {
	return o.kv.Create("lease."+name, []byte(owner))
}

func (o *Old) Release(name string) error {
	return o.kv.Purge("lease." + name) // want unconditionalrelease "KV.Delete of lock key"
}

func (o *Old) ReleaseOwn(name string, rev uint64) error {
	return o.kv.Purge("lease."+name, nats.LastRevision(rev)) // silent: compares the revision
}

// Sessions are created once and deleted when they are over: no lock.
type Sessions struct{ kv jetstream.KeyValue }

func (s *Sessions) Open(ctx context.Context, id string, state []byte) error {
	_, err := s.kv.Create(ctx, id, state)
	return err
}

func (s *Sessions) Close(ctx context.Context, id string) error {
	return s.kv.Delete(ctx, id) // silent: no lock
}
