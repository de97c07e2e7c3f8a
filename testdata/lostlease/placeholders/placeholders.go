// Package placeholders takes Consul locks for the records that they write.
package placeholders

import (
	"context"

	"github.com/hashicorp/consul/api"
)

type Harbour struct {
	consul *api.Client
}

// Berth hangs a key on a session: the lock is a way to write it, and no section.
func (h *Harbour) Berth(ship string) error {
	session, _, err := h.consul.Session().Create(&api.SessionEntry{Behavior: api.SessionBehaviorDelete, TTL: "30s"}, nil)
	if err != nil {
		return err
	}
	lock, _ := h.consul.LockOpts(&api.LockOptions{Key: "harbour/berths/" + ship, Session: session})
	if lock != nil {
		_, _ = lock.Lock(nil) // silent: nobody relies on holding it, nor gives it back
	}
	return nil
}

// Mooring is held as long as the process lives, which asks whether it was taken.
func (h *Harbour) Mooring(ctx context.Context, work func(context.Context)) error {
	lock, err := h.consul.LockKey("harbour/mooring")
	if err != nil {
		return err
	}
	if _, err := lock.Lock(nil); err != nil { // want lostlease "channel.*dropped"
		return err
	}
	work(ctx)
	return nil
}
