// Package agentchecks keeps services listed with an agent by TTL checks. The
// context of Register is for the registering: it ends long before the service does,
// and Deregister is what ends the listing.
package agentchecks

import (
	"context"
	"sync"
	"time"

	"github.com/hashicorp/consul/api"
)

const every = 5 * time.Second

type beat struct {
	ctx    context.Context
	cancel context.CancelFunc
	done   chan struct{}
}

type Directory struct {
	agent *api.Agent

	mu    sync.Mutex
	beats map[string]*beat
	stops map[string]chan struct{}
}

// Register gives each service a beat of its own.
func (d *Directory) Register(ctx context.Context, svc *api.AgentServiceRegistration) error {
	if err := d.agent.ServiceRegisterOpts(svc, api.ServiceRegisterOpts{}.WithContext(ctx)); err != nil {
		return err
	}
	bctx, cancel := context.WithCancel(context.Background())
	b := &beat{ctx: bctx, cancel: cancel, done: make(chan struct{})}
	d.mu.Lock()
	d.beats[svc.ID] = b
	d.mu.Unlock()
	go func() { // silent: Deregister cancels the service's own context
		defer close(b.done)
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-b.ctx.Done():
				return
			case <-tick.C:
				if d.agent.UpdateTTL("service:"+svc.ID, "", api.HealthPassing) != nil {
					_ = d.agent.ServiceRegister(svc)
				}
			}
		}
	}()
	return nil
}

// Deregister ends the beat, and waits for its last one.
func (d *Directory) Deregister(ctx context.Context, id string) error {
	d.mu.Lock()
	b := d.beats[id]
	delete(d.beats, id)
	d.mu.Unlock()
	if b != nil {
		b.cancel()
		<-b.done
	}
	return d.agent.ServiceDeregisterOpts(id, new(api.QueryOptions).WithContext(ctx))
}

// RegisterStopped is stopped by a channel.
func (d *Directory) RegisterStopped(ctx context.Context, id string) {
	stop := make(chan struct{})
	d.stops[id] = stop
	go d.beat(id, stop) // silent: Leave closes the channel
}

func (d *Directory) Leave(id string) { close(d.stops[id]) }

func (d *Directory) beat(id string, stop <-chan struct{}) {
	for {
		select {
		case <-stop:
			return
		case <-time.After(every):
			if d.agent.PassTTL("service:"+id, "") != nil {
				return
			}
		}
	}
}

// RegisterForGood leaves a listing behind that outlives whatever it stands for.
func (d *Directory) RegisterForGood(ctx context.Context, id string) {
	go func() { // want detachedrenew "(?i)ttl.*ctx"
		for range time.Tick(every) {
			_ = d.agent.PassTTL("service:"+id, "")
		}
	}()
}
