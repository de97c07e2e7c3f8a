// Package callees writes through a repository, near and far: the finding stands
// at the call inside the section.
package callees

import (
	"context"
	"time"

	"github.com/bsm/redislock"

	"testdata.leasevet/unfencedwrite/callees/repo"
)

type Port struct {
	locker     *redislock.Client
	containers *repo.Containers
}

type Plan func(ctx context.Context, berth string) (string, error)

func (p *Port) Shift(ctx context.Context, id int64, plan Plan) error {
	lock, err := p.locker.Obtain(ctx, "crane", 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	berth, _, err := p.containers.Berth(ctx, id)
	if err != nil {
		return err
	}
	if berth, err = plan(ctx, berth); err != nil {
		return err
	}
	if err := p.containers.SetBerth(ctx, id, berth); err != nil { // want unfencedwrite "UPDATE"
		return err
	}
	return p.containers.Log(ctx, id, "shifted to "+berth) // silent: append only
}

func (p *Port) ShiftSeen(ctx context.Context, id int64, plan Plan) error {
	lock, err := p.locker.Obtain(ctx, "crane", 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	berth, version, err := p.containers.Berth(ctx, id)
	if err != nil {
		return err
	}
	if berth, err = plan(ctx, berth); err != nil {
		return err
	}
	return p.containers.SetBerthAt(ctx, id, version, berth) // silent: the callee compares the version
}

// unload is one step further away from the write.
func (p *Port) unload(ctx context.Context, ids []int64) error {
	for _, id := range ids {
		if err := p.containers.SetBerth(ctx, id, "yard"); err != nil { // silent: the section is the caller's
			return err
		}
	}
	return nil
}

func (p *Port) Unload(ctx context.Context, ship string, ids []int64) error {
	lock, err := p.locker.Obtain(ctx, "ship:"+ship, 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	if err := p.unload(ctx, ids); err != nil { // want unfencedwrite "UPDATE"
		return err
	}
	return p.containers.Manifest(ctx, ship, "unloaded") // want unfencedwrite "SET"
}

// Manifests is what a test can replace.
type Manifests interface {
	Manifest(ctx context.Context, ship, text string) error
}

var _ Manifests = (*repo.Containers)(nil)

// Sail writes after its lock, through the interface.
func (p *Port) Sail(ctx context.Context, m Manifests, ship string) error {
	lock, err := p.locker.Obtain(ctx, "ship:"+ship, 10*time.Second, nil)
	if err != nil {
		return err
	}
	if err := lock.Release(ctx); err != nil {
		return err
	}
	return m.Manifest(ctx, ship, "sailed") // silent: after the release
}
