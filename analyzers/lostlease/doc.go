package lostlease

import "honnef.co/go/tools/analysis/lint"

// Doc is the one text behind `leasevet explain`, the documentation page and the
// help of SARIF rules.
var Doc = &lint.RawDocumentation{
	Title: "nobody acts on the loss of a lease",
	Text: `A holder can lose its lease while it works, and has to learn of it: by a failed
renewal, a closed channel, a cancelled context.

  A's renewal is refused, since A stalled past the TTL; the loop logs that and
  goes on; B acquires and works; A works on as well, under a lock that is B's.

Reported: a renewal in a loop, a timer chain or a goroutine whose answer is dropped
or only logged; a renewal loop that ends when a renewal fails, while nobody is told;
the channel dropped that Consul's Lock, or a lock method of one's own, returns for
the loss, and Consul's (nil, nil) taken for acquired; the context dropped that
rueidislock or pglock's Do cancels; an etcd session whose mutex or election is held
and whose Done nobody watches; a keepalive channel that is dropped, or drained by
somebody who does not notice its end; RenewPeriodic whose error nobody sees; a
heartbeat of dynamolock without a session monitor; the context of
OnStartedLeading dropped where OnStoppedLeading stops nothing.

Not reported: a failure that cancels a context, closes a channel somebody waits for,
goes to a channel, a callback or a field that others read, ends the process or the
work, or is returned to somebody who may act; a transient error that is retried
where a clear no is acted on; a success that moves a deadline which others read; a
loop that asks by itself whether the lock is held; registrations in a service
registry, under which nothing exclusive is done, and renewals whose failure takes
the lease anew; a visibility that is changed before any pause, which is a back-off;
Consul's lock taken for its record alone; a lease whose new end is handed on, where
it grows old; a session whose lock guards the writes (IsOwner, a revision); what a
channel, session or context becomes that is handed to somebody who cannot be seen.
A channel that is closed at the end of the loop counts only where somebody waits for
it who has not just stopped the loop himself.`,
	Before: `go func() {
	for range tick.C {
		if err := lock.Refresh(ctx, ttl, nil); err != nil {
			log.Println(err)
		}
	}
}()
return work(ctx)`,
	After: `ctx, cancel := context.WithCancelCause(ctx)
defer cancel(nil)
go func() {
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := lock.Refresh(ctx, ttl, nil); err != nil {
				cancel(err) // the work ends
				return
			}
		}
	}
}()
return work(ctx)`,
	Since:    "0.1.0",
	Severity: lint.SeverityError,
}
