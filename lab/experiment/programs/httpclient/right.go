package httpclient

import (
	"context"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/leasevet/leasevet/lab/experiment/programs/lease"
)

// Right renews for as long as somebody waits.
func Right(rdb *redis.Client, ttl time.Duration, tick *time.Ticker, export func(context.Context)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		l, err := lease.Take(r.Context(), rdb, "ledger:lock", ttl)
		if err != nil {
			http.Error(w, err.Error(), http.StatusConflict)
			return
		}
		defer l.Give(context.WithoutCancel(r.Context()))
		ctx, cancel := context.WithCancelCause(r.Context())
		defer cancel(nil)
		go l.Keep(ctx, tick, cancel)
		export(ctx) // by a service that may not answer, and looks at no context
	}
}
