package detachedrenew

import "honnef.co/go/tools/analysis/lint"

// Doc is the one text behind `leasevet explain`, the documentation page and the
// help of SARIF rules.
var Doc = &lint.RawDocumentation{
	Title: "a lease is renewed although its caller may be gone",
	Text: `A lease ends by its clock only while nobody renews it. A renewal that runs on
context.Background() keeps the lock of a caller that has timed out, panicked or
gone away:

  A takes the lock and starts a renewal goroutine; A's request is cancelled
  before the release is reached; the goroutine renews for ever, and nobody
  else ever gets the lock.

Reported: a goroutine, timer chain or library keepalive that reaches a renewal
again and again and is bound to context.Background(), TODO() or WithoutCancel(),
or to a context kept in a field that knows no caller, while the caller's context
is in scope; the same when the goroutine is started by a function that is called
with such a context; one that nothing ends at all; one that waits for nothing but
the ticks of a ticker and asks after each whether the ticker is gone, which it never
learns once it is stopped; one that only the release
ends although the caller's context is at hand; a session that renews until it is
closed, where some way out of the function leaves it open.

A fix is offered where nothing else ends the renewal: the caller's context takes the
place of context.Background().

Not reported: a single renewal call on a fresh context inside a loop that is
itself tied; a retry of one renewal, or a loop through a list; loops that end
with the frame that does the work, or when the caller's context does; stops that
only the release calls when there is no caller's context; the beat of a
registration that its Deregister ends, since the context of Register is for the
registering; what a sync.Once starts for all callers; contexts, channels and
sessions handed in from elsewhere, which are watched elsewhere; goroutines that renew nothing; releases
with a fresh context, which are right; loops whose end depends on a flag, map or
value that cannot be followed; renewals that live as long as main.`,
	Before: `go func() {
	for range time.Tick(ttl / 3) {
		extend.Run(context.Background(), rdb, []string{key}, token, ttl.Milliseconds())
	}
}()`,
	After: `go func() {
	t := time.NewTicker(ttl / 3)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done(): // the caller's context, or one derived from it
			return
		case <-t.C:
			extend.Run(ctx, rdb, []string{key}, token, ttl.Milliseconds())
		}
	}
}()`,
	Since:    "0.1.0",
	Severity: lint.SeverityWarning,
}
