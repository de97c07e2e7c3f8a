// Package annotated says by comments what its locks do.
package annotated

import (
	"context"
	"time"
)

// Locker is implemented by plug-ins, in other repositories.
type Locker interface {
	// Acquire takes the lock of a name.
	//
	//leasevet:acquire key=name token=owner
	Acquire(ctx context.Context, name, owner string, ttl time.Duration) (bool, error)

	//leasevet:release key=1 token=2
	Release(context.Context, string, string) error

	//leasevet:renew key=name token=owner
	Renew(ctx context.Context, name, owner string, ttl time.Duration) error

	Get(ctx context.Context, name string) (string, error)
}

type Request struct {
	Resource string
	Seconds  int
}

type Lease struct {
	release func(ctx context.Context) error
}

// Take returns a lease that is released by its own method.
//
//leasevet:acquire key=req.Resource
func Take(ctx context.Context, l Locker, req *Request) (*Lease, error) { return take(ctx, l, req) }

// Free is for the lease that it is called on.
//
//leasevet:release
func (l *Lease) Free(ctx context.Context) error { return l.release(ctx) }

//leasevet:release key=name unconditional
func Kill(ctx context.Context, l Locker, name string) error { return kill(ctx, l, name) }

var (
	take func(ctx context.Context, l Locker, req *Request) (*Lease, error)
	kill func(ctx context.Context, l Locker, name string) error
)
