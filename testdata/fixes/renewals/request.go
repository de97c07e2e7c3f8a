package renewals

import (
	bg "context"
	"errors"
	"net/http"
	"time"

	"github.com/bsm/redislock"
)

type handler struct {
	locker *redislock.Client
	serve  http.Handler
}

// This file needs its import for nothing else.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	lock, err := h.locker.Obtain(r.Context(), r.URL.Path, ttl, nil)
	if err != nil {
		return
	}
	go func() { // want detachedrenew "Lock.Refresh"
		for range time.Tick(ttl / 3) {
			if err := lock.Refresh(bg.TODO(), ttl, nil); errors.Is(err, redislock.ErrNotObtained) { // want lostlease "ends when it fails"
				return
			}
		}
	}()
	defer lock.Release(r.Context())
	h.serve.ServeHTTP(w, r)
}
