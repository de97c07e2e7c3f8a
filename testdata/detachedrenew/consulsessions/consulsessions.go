// Package consulsessions renews Consul sessions with RenewPeriodic, which ends
// with a channel or with the context of its options.
package consulsessions

import (
	"context"

	"github.com/hashicorp/consul/api"
)

const ttl = "20s"

type Shards struct {
	client *api.Client
	lost   chan error
}

func (s *Shards) open(ctx context.Context) (string, error) {
	id, _, err := s.client.Session().Create(&api.SessionEntry{Name: "shards", TTL: ttl}, (&api.WriteOptions{}).WithContext(ctx))
	return id, err
}

// Join makes a channel that nobody will ever close.
func (s *Shards) Join(ctx context.Context) (string, error) {
	id, err := s.open(ctx)
	if err != nil {
		return "", err
	}
	go func() { // want detachedrenew "(?i)renew"
		s.lost <- s.client.Session().RenewPeriodic(ttl, id, nil, make(chan struct{}))
	}()
	return id, nil
}

// JoinUntil gives out a function that closes the channel, and has a context all the while.
func (s *Shards) JoinUntil(ctx context.Context) (id string, leave func(), err error) {
	if id, err = s.open(ctx); err != nil {
		return "", nil, err
	}
	done := make(chan struct{})
	go func() { // want detachedrenew "(?i)renew"
		s.lost <- s.client.Session().RenewPeriodic(ttl, id, nil, done)
	}()
	return id, func() { close(done) }, nil
}

func (s *Shards) JoinTied(ctx context.Context) (string, error) {
	id, err := s.open(ctx)
	if err != nil {
		return "", err
	}
	go func() { // silent: the caller's Done channel
		s.lost <- s.client.Session().RenewPeriodic(ttl, id, nil, ctx.Done())
	}()
	return id, nil
}

// JoinOptions ties the renewal with its options; the channel is never closed.
func (s *Shards) JoinOptions(ctx context.Context) (string, error) {
	id, err := s.open(ctx)
	if err != nil {
		return "", err
	}
	q := (&api.WriteOptions{}).WithContext(ctx)
	go func() { // silent: the options carry the caller's context
		s.lost <- s.client.Session().RenewPeriodic(ttl, id, q, make(chan struct{}))
	}()
	return id, nil
}

// Work closes its channel on the way out.
func (s *Shards) Work(ctx context.Context, work func(ctx context.Context, session string) error) error {
	id, err := s.open(ctx)
	if err != nil {
		return err
	}
	done := make(chan struct{})
	defer close(done)
	wctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() { // silent: the frame that works closes the channel
		cancel(s.client.Session().RenewPeriodic(ttl, id, nil, done))
	}()
	return work(wctx, id)
}

// Leave ends the session.
func (s *Shards) Leave(id string) error {
	_, err := s.client.Session().Destroy(id, nil) // silent: a release
	return err
}
