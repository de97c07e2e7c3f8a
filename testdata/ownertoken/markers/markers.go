// Package markers sets keys if they are absent, and takes no locks: what they
// hold is nobody's name.
package markers

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

type Shop struct{ rdb *redis.Client }

// Paid is done once for each event; only a failure gives the event back.
func (s *Shop) Paid(ctx context.Context, event string, settle func() error) (err error) {
	key := "paid:" + event
	first, err := s.rdb.SetNX(ctx, key, 1, 24*time.Hour).Result() // silent: an idempotency mark
	if err != nil || !first {
		return err
	}
	defer func() {
		if err != nil {
			s.rdb.Del(context.WithoutCancel(ctx), key) // silent: gives back its own fresh claim
		}
	}()
	return settle()
}

func (s *Shop) claimWebhook(ctx context.Context, id string) (bool, error) {
	return s.rdb.SetNX(ctx, "webhook:"+id, "1", time.Hour).Result() // silent: given back on failures only
}

func (s *Shop) releaseWebhook(ctx context.Context, id string) {
	s.rdb.Del(ctx, "webhook:"+id) // silent: called where handling failed, and nowhere else
}

func (s *Shop) Webhook(ctx context.Context, id string, handle func() error) error {
	first, err := s.claimWebhook(ctx, id)
	if err != nil || !first {
		return err
	}
	if err := handle(); err != nil {
		s.releaseWebhook(ctx, id)
		return err
	}
	return nil
}

// Daily runs once a day; the mark ends by itself.
func (s *Shop) Daily(ctx context.Context, report func() error) error {
	mine, err := s.rdb.SetNX(ctx, "daily-lock:"+time.Now().Format(time.DateOnly), 1, 25*time.Hour).Result() // silent: left to expire
	if err != nil || !mine {
		return err
	}
	return report()
}

// Ban keeps an address out for a while.
func (s *Shop) Ban(ctx context.Context, addr string) error {
	return s.rdb.SetNX(ctx, "ban:"+addr, "banned", time.Hour).Err() // silent: a ban
}

func (s *Shop) Pardon(ctx context.Context, addr string) error {
	return s.rdb.Del(ctx, "ban:"+addr).Err()
}

// Price is a cache.
func (s *Shop) Price(ctx context.Context, id, cents int) error {
	return s.rdb.SetNX(ctx, fmt.Sprintf("price:%d", id), cents, time.Minute).Err() // silent: a cache
}

func (s *Shop) Forget(ctx context.Context, id int) error {
	return s.rdb.Del(ctx, fmt.Sprintf("price:%d", id)).Err()
}
