// Package takeovers names the locks that another package takes over when they have
// run out.
package takeovers

import (
	"context"
	"net/url"

	"testdata.leasevet/unconditionalrelease/takeovers/deadline"
)

type Locker interface {
	LockWithRetries(ctx context.Context, key string, until int64) error
}

var _ Locker = deadline.Lock{}

type Server struct{ lock Locker }

func lockName(task string) string { return "machine_lock_" + url.QueryEscape(task) }

func (s *Server) Periodic(ctx context.Context, task string, until int64, send func(context.Context) error) error {
	if err := s.lock.LockWithRetries(ctx, lockName(task), until); err != nil { // silent: the EXPIRE inside is a take-over's
		return err
	}
	return send(ctx)
}
