package rows

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/leasevet/leasevet/lab/experiment/programs/httpclient"
	"github.com/leasevet/leasevet/lab/experiment/programs/lease"
	"github.com/leasevet/leasevet/lab/experiment/schedule"
	"github.com/leasevet/leasevet/lab/experiment/stores"
)

var renewals = []Row{
	{
		Shape: "httpclient", Analyzers: []string{"detachedrenew"}, On: onRedis,
		Title: "a renewal on context.Background(), whose HTTP client has gone",
		Steps: []string{
			"A client asks A for an export. A acquires the lock for 10 s, and renews it every 4 s.",
			"The export hangs. The client cancels its request and goes away.",
			"16 s pass, in which A's ticker ticks.",
			"Does B get the lock?",
		},
		Note:  "The server is one of net/http, and so are the client and its cancelled request. The export hangs on in both programs: against its late writes helps a fence, and not the end of a renewal.",
		Wrong: schedule.Outcome{Lock: schedule.Waits}, Right: schedule.Outcome{Lock: schedule.Gets},
		Run: clientGone,
	},
}

// clientGone serves one request, and leaves.
func clientGone(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
	key := e.Key("ledger:lock")
	ticks := newTicks(key)
	exporting, gone, hangs := make(chan struct{}), make(chan struct{}), make(chan struct{})
	handler := schedule.Pick(side, httpclient.Wrong, httpclient.Right)(e.Redis, e.TTL(ttl), ticks.Ticker, func(ctx context.Context) {
		close(exporting)
		<-ctx.Done()
		close(gone)
		<-hangs
	})
	leave, err := request(ctx, handler)
	if err != nil {
		return schedule.Outcome{}, err
	}
	defer leave()
	defer close(hangs)
	<-exporting
	e.Pass(time.Second)
	if err := ticks.tick(ctx, true); err != nil { // while the client waits, A renews
		return schedule.Outcome{}, err
	}
	leave()
	<-gone
	for range 4 {
		e.Pass(4 * time.Second)
		if err := ticks.tick(ctx, side == schedule.Wrong); err != nil {
			return schedule.Outcome{}, err
		}
	}
	_, err = lease.Take(ctx, e.Redis, "ledger:lock", ttl)
	return getsOrWaits(err, schedule.Waits)
}

// request sends a request to a server that has one handler. Its sender leaves by
// the function that it returns.
func request(ctx context.Context, handler http.Handler) (leave func(), err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	server := &http.Server{Handler: handler}
	go server.Serve(l)
	own, cancel := context.WithCancel(ctx)
	context.AfterFunc(ctx, func() { server.Close() })
	req, err := http.NewRequestWithContext(own, http.MethodGet, "http://"+l.Addr().String(), nil)
	if err != nil {
		cancel()
		return nil, err
	}
	go func() {
		if resp, err := http.DefaultClient.Do(req); err == nil {
			resp.Body.Close()
		}
	}()
	return cancel, nil
}

// getsOrWaits is what becomes of B's attempt to acquire.
func getsOrWaits(err error, waits string) (schedule.Outcome, error) {
	switch {
	case err == nil:
		return schedule.Outcome{Lock: schedule.Gets}, nil
	case errors.Is(err, lease.ErrBusy):
		return schedule.Outcome{Lock: waits}, nil
	}
	return schedule.Outcome{}, err
}
