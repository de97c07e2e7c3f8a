// Package closures hands the release out as a function, or lets a goroutine, a
// timer or a defer call it.
package closures

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

var errHeld = errors.New("seat is on hold")

type Seats struct{ rdb *redis.Client }

// Hold returns the function that ends the hold.
func (s *Seats) Hold(ctx context.Context, seat string) (release func(context.Context) error, err error) {
	key := "seat-hold:" + seat
	ok, err := s.rdb.SetNX(ctx, key, rand.Text(), 2*time.Minute).Result()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errHeld
	}
	return func(ctx context.Context) error {
		return s.rdb.Del(ctx, key).Err() // want unconditionalrelease "DEL.*seat-hold:"
	}, nil
}

// HoldOnce wraps the release, so that a second call does nothing.
func (s *Seats) HoldOnce(ctx context.Context, seat string) (func(), error) {
	key := "seat-hold-once:" + seat
	if ok, err := s.rdb.SetNX(ctx, key, rand.Text(), 2*time.Minute).Result(); err != nil || !ok {
		return nil, errors.Join(err, errHeld)
	}
	return sync.OnceFunc(func() {
		s.rdb.Unlink(context.WithoutCancel(ctx), key) // want unconditionalrelease "UNLINK.*seat-hold-once:"
	}), nil
}

var endHold = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)

func (s *Seats) HoldSafely(ctx context.Context, seat string) (func(context.Context) error, error) {
	key, token := "seat-hold-safe:"+seat, rand.Text()
	ok, err := s.rdb.SetNX(ctx, key, token, 2*time.Minute).Result()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errHeld
	}
	return func(ctx context.Context) error {
		return endHold.Run(ctx, s.rdb, []string{key}, token).Err() // silent: compares
	}, nil
}

// Offer holds a seat until the guest answers or the offer's timer runs out.
func (s *Seats) Offer(ctx context.Context, seat string, answer <-chan bool) (bool, error) {
	key := "seat-offer:" + seat
	ok, err := s.rdb.SetNX(ctx, key, rand.Text(), 30*time.Second).Result()
	if err != nil {
		return false, err
	}
	if !ok {
		return false, errHeld
	}
	timer := time.AfterFunc(25*time.Second, func() {
		s.rdb.Del(context.Background(), key) // want unconditionalrelease "DEL.*seat-offer:"
	})
	defer timer.Stop()
	defer func() {
		if err := s.rdb.Del(context.Background(), key).Err(); err != nil { // want unconditionalrelease "DEL.*seat-offer:"
			return
		}
	}()
	select {
	case yes := <-answer:
		return yes, nil
	case <-ctx.Done():
		return false, ctx.Err()
	}
}

// Clean hands the release over to the goroutine that works.
func (s *Seats) Clean(ctx context.Context, row string, clean func(context.Context) error) error {
	key := "row-cleaning:" + row
	ok, err := s.rdb.SetNX(ctx, key, rand.Text(), time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errHeld
	}
	go func() {
		defer s.rdb.Del(context.WithoutCancel(ctx), key) // want unconditionalrelease "DEL.*row-cleaning:"
		_ = clean(ctx)
	}()
	return nil
}

// Usher defers the closure that Hold returned; the fault is in the closure.
func (s *Seats) Usher(ctx context.Context, seat string, guide func(context.Context) error) error {
	release, err := s.Hold(ctx, seat)
	if err != nil {
		return err
	}
	defer release(context.WithoutCancel(ctx)) // silent: reported at the DEL
	return guide(ctx)
}
