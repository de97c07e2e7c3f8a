// Package blobleases renews leases of Azure blobs while a partition is read.
package blobleases

import (
	"context"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/lease"
)

type Partition struct {
	blob *lease.BlobClient
	lost func(error)
	stop context.CancelFunc
}

func (p *Partition) take(ctx context.Context) error {
	_, err := p.blob.AcquireLease(ctx, 30, nil)
	return err
}

func (p *Partition) renew(ctx context.Context) {
	tick := time.NewTicker(10 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if _, err := p.blob.RenewLease(ctx, nil); err != nil {
				p.lost(err)
				return
			}
		}
	}
}

// Open leaves the renewal to a Close that may never come.
func (p *Partition) Open(ctx context.Context) error {
	if err := p.take(ctx); err != nil {
		return err
	}
	own, stop := context.WithCancel(context.Background())
	p.stop = stop
	go p.renew(own) // want detachedrenew "(?i)renew"
	return nil
}

func (p *Partition) OpenTied(ctx context.Context) error {
	if err := p.take(ctx); err != nil {
		return err
	}
	own, stop := context.WithCancel(ctx)
	p.stop = stop
	go p.renew(own) // silent: derived from the caller's
	return nil
}

func (p *Partition) Close() error {
	p.stop()
	_, err := p.blob.ReleaseLease(context.Background(), nil) // silent: a release
	return err
}
