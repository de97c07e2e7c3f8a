// Package tested has what tests do with locks: they fail where the answer is not the
// one that they expect.
package tested

import (
	"context"
	"crypto/rand"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

var free = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)

// Seat is a lock that is tested.
type Seat struct {
	rdb   *redis.Client
	token string
}

func (s *Seat) TryLock(ctx context.Context) (bool, error) {
	s.token = rand.Text()
	return s.rdb.SetNX(ctx, "lock:seat", s.token, time.Minute).Result()
}

func (s *Seat) Unlock(ctx context.Context) error {
	return free.Run(ctx, s.rdb, []string{"lock:seat"}, s.token).Err()
}

func Asserted(t *testing.T, s *Seat, work func(context.Context) error) {
	ctx := t.Context()
	ok, err := s.TryLock(ctx) // silent: the test fails
	noError(t, err)
	isTrue(t, ok, "the seat is taken")
	noError(t, work(ctx))
	noError(t, s.Unlock(ctx))
}

func Errored(t *testing.T, s *Seat, work func(context.Context) error) {
	ctx := t.Context()
	ok, err := s.TryLock(ctx) // silent: the test fails
	if err != nil || !ok {
		t.Error(ok, err)
	}
	work(ctx)
	s.Unlock(ctx)
}

// Unasked looks at the error, and not at the answer.
func Unasked(t *testing.T, s *Seat, work func(context.Context) error) {
	ctx := t.Context()
	_, err := s.TryLock(ctx) // want ignoredacquire "when somebody else holds it the work runs without the lock"
	noError(t, err)
	noError(t, work(ctx))
	noError(t, s.Unlock(ctx))
}

func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

func isTrue(t testing.TB, ok bool, text string) {
	t.Helper()
	if !ok {
		t.Error(text)
	}
}
