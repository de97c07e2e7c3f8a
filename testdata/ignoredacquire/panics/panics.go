// Package panics has locks whose failure is a panic, made by a helper.
package panics

import (
	"context"
	"log"

	"go.etcd.io/etcd/client/v3/concurrency"

	"testdata.leasevet/ignoredacquire/panics/fail"
)

type Service struct {
	mutex *concurrency.Mutex
	puts  chan string
}

func (s *Service) Lock(ctx context.Context) {
	if err := s.mutex.Lock(ctx); err != nil {
		fail.ClusterPanic(err)
	}
}

func (s *Service) LockNoted(ctx context.Context) {
	if err := s.mutex.Lock(ctx); err != nil {
		fail.Note(err)
	}
}

func (s *Service) Unlock(ctx context.Context) {
	if err := s.mutex.Unlock(ctx); err != nil {
		fail.ClusterPanic(err)
	}
}

func (s *Service) Put(ctx context.Context, put func(context.Context) error) error {
	s.Lock(ctx) // silent: whoever does not get the lock panics
	defer s.Unlock(ctx)
	return put(ctx)
}

func (s *Service) PutNoted(ctx context.Context, put func(context.Context) error) error {
	s.LockNoted(ctx) // want ignoredacquire "LockNoted of .* does not decide what follows"
	defer s.Unlock(ctx)
	return put(ctx)
}

func check(err error) {
	if err != nil {
		log.Panicln(err)
	}
}

// Checked has a helper of its own, which looks at the error itself.
func (s *Service) Checked(ctx context.Context, put func(context.Context) error) error {
	check(s.mutex.Lock(ctx)) // silent: check panics
	defer s.Unlock(ctx)
	return put(ctx)
}
