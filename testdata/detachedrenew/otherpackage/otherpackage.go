// Package otherpackage has its locks kept by another package.
package otherpackage

import (
	"context"
	"time"

	"github.com/bsm/redislock"

	"testdata.leasevet/detachedrenew/otherpackage/keeper"
)

type Sync struct {
	locker *redislock.Client
	keeper *keeper.Keeper
}

func (s *Sync) Run(ctx context.Context, run func(context.Context) error) error {
	lock, err := s.locker.Obtain(ctx, "sync", time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	work, cancel := context.WithCancel(ctx)
	defer cancel()
	go s.keeper.Loop(work, lock) // silent: the work's context
	return run(work)
}

func (s *Sync) Begin(ctx context.Context) (*redislock.Lock, error) {
	lock, err := s.locker.Obtain(ctx, "sync", time.Minute, nil)
	if err != nil {
		return nil, err
	}
	go s.keeper.Loop(context.Background(), lock) // want detachedrenew "(?i)renew|refresh"
	return lock, nil
}

// BeginStarted calls a function that starts the goroutine.
func (s *Sync) BeginStarted(ctx context.Context) (*redislock.Lock, error) {
	lock, err := s.locker.Obtain(ctx, "sync", time.Minute, nil)
	if err != nil {
		return nil, err
	}
	s.keeper.Start(context.Background(), lock) // want detachedrenew "(?i)renew|refresh"
	return lock, nil
}

func (s *Sync) BeginTied(ctx context.Context) (*redislock.Lock, error) {
	lock, err := s.locker.Obtain(ctx, "sync", time.Minute, nil)
	if err != nil {
		return nil, err
	}
	s.keeper.Start(ctx, lock) // silent: the caller's context
	return lock, nil
}

// Wrapped starts a closure that starts nothing but the loop.
func (s *Sync) Wrapped(ctx context.Context, lock *redislock.Lock) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	loop := func(ctx context.Context) { s.keeper.Loop(ctx, lock) }
	go loop(context.TODO()) // want detachedrenew "(?i)renew|refresh"
	return nil
}
