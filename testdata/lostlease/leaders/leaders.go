// Package leaders is elected by Kubernetes, and works on when another leads, or not.
package leaders

import (
	"context"
	"log"
	"os"
	"sync/atomic"
	"time"

	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

type Roster struct {
	lock  resourcelock.Interface
	leads atomic.Bool
	plan  func(context.Context)
}

func (r *Roster) config(cb leaderelection.LeaderCallbacks) leaderelection.LeaderElectionConfig {
	return leaderelection.LeaderElectionConfig{
		Lock: r.lock, LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 2 * time.Second, Callbacks: cb,
	}
}

func (r *Roster) Deaf(ctx context.Context) {
	go leaderelection.RunOrDie(ctx, r.config(leaderelection.LeaderCallbacks{
		OnStartedLeading: func(context.Context) { r.plan(ctx) }, // want lostlease "OnStartedLeading"
		OnStoppedLeading: func() { log.Println("lost the lead") },
	}))
}

func (r *Roster) Hearing(ctx context.Context) {
	go leaderelection.RunOrDie(ctx, r.config(leaderelection.LeaderCallbacks{
		OnStartedLeading: func(lead context.Context) { r.plan(lead) }, // silent: the leading context
		OnStoppedLeading: func() { log.Println("lost the lead") },
	}))
}

func (r *Roster) Exiting(ctx context.Context) {
	go leaderelection.RunOrDie(ctx, r.config(leaderelection.LeaderCallbacks{
		OnStartedLeading: func(context.Context) { r.plan(ctx) }, // silent: the process ends
		OnStoppedLeading: func() { os.Exit(1) },
	}))
}

func (r *Roster) Cancelling(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	go leaderelection.RunOrDie(ctx, r.config(leaderelection.LeaderCallbacks{
		OnStartedLeading: func(context.Context) { r.plan(ctx) }, // silent: the work's context is cancelled
		OnStoppedLeading: func() { cancel() },
	}))
}

func (r *Roster) Flagging(ctx context.Context) {
	go leaderelection.RunOrDie(ctx, r.config(leaderelection.LeaderCallbacks{
		OnStartedLeading: func(context.Context) { r.leads.Store(true) }, // silent: a flag that Leads reads
		OnStoppedLeading: func() { r.leads.Store(false) },
	}))
}

func (r *Roster) Leads() bool { return r.leads.Load() }
