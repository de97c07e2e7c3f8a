// Package houseleases renews through an interface of its own, behind which no
// client is in sight. Its methods take, renew and release leases.
package houseleases

import (
	"context"
	"time"
)

type Leaser interface {
	AcquireLease(ctx context.Context, partition string) (bool, error)
	RenewLease(ctx context.Context, partition string) (bool, error)
	ReleaseLease(ctx context.Context, partition string) error
}

// Cache has a Renew too, and no lease.
type Cache interface {
	Get(ctx context.Context, key string) ([]byte, error)
	Renew(ctx context.Context, key string) error
}

type Reader struct {
	leases Leaser
	cache  Cache
	lost   func()
}

func (r *Reader) renew(ctx context.Context, partition string) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(10 * time.Second):
			if ok, err := r.leases.RenewLease(ctx, partition); err != nil || !ok {
				r.lost()
				return
			}
		}
	}
}

func (r *Reader) Read(ctx context.Context, partition string) error {
	if ok, err := r.leases.AcquireLease(ctx, partition); err != nil || !ok {
		return err
	}
	go r.renew(context.Background(), partition) // want detachedrenew "(?i)renew"
	return nil
}

func (r *Reader) ReadTied(ctx context.Context, partition string) error {
	if ok, err := r.leases.AcquireLease(ctx, partition); err != nil || !ok {
		return err
	}
	go r.renew(ctx, partition) // silent: the caller's context
	return nil
}

// Warm keeps cache entries, which no one holds.
func (r *Reader) Warm(ctx context.Context, key string) {
	go func() { // silent: a cache
		for range time.Tick(time.Minute) {
			if err := r.cache.Renew(context.WithoutCancel(ctx), key); err != nil {
				return
			}
		}
	}()
}

// RenewAll renews each lease once, in a goroutine that goes through a list.
func (r *Reader) RenewAll(ctx context.Context, partitions []string) {
	go func() { // silent: no loop that goes on
		for _, p := range partitions {
			if _, err := r.leases.RenewLease(context.Background(), p); err != nil {
				r.lost()
			}
		}
	}()
	<-ctx.Done()
}

// RenewOnce tries until it has worked.
func (r *Reader) RenewOnce(ctx context.Context, partition string) {
	go func() { // silent: a retry, one renewal
		for {
			if _, err := r.leases.RenewLease(context.Background(), partition); err == nil {
				return
			}
			time.Sleep(time.Second)
		}
	}()
	<-ctx.Done()
}
