// Package liblocks takes locks that renew themselves, from rueidislock and
// valkeylock. Their renewal lives as long as the context that they are given.
package liblocks

import (
	"context"

	"github.com/redis/rueidis/rueidislock"
	"github.com/valkey-io/valkey-go/valkeylock"
)

type Studio struct {
	locker rueidislock.Locker
	valkey valkeylock.Locker
}

// Record gives the lock out; it is renewed until somebody calls cancel.
func (s *Studio) Record(ctx context.Context, room string) (context.Context, context.CancelFunc, error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	return s.locker.WithContext(context.Background(), "room:"+room) // want detachedrenew "(?i)lock|renew|context"
}

func (s *Studio) Mix(ctx context.Context, room string) (context.Context, context.CancelFunc, error) {
	held, cancel, err := s.valkey.TryWithContext(context.WithoutCancel(ctx), "room:"+room) // want detachedrenew "(?i)lock|renew|context"
	if err != nil {
		return nil, nil, err
	}
	return held, cancel, nil
}

func (s *Studio) RecordTied(ctx context.Context, room string) (context.Context, context.CancelFunc, error) {
	return s.locker.WithContext(ctx, "room:"+room) // silent: the caller's context
}

func (s *Studio) Work(ctx context.Context, room string, work func(context.Context) error) error {
	held, cancel, err := s.valkey.WithContext(ctx, "room:"+room) // silent: the caller's context
	if err != nil {
		return err
	}
	defer cancel()
	return work(held)
}
