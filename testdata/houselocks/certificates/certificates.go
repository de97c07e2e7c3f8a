// Package certificates has interfaces with the methods of a lease, or the names of a lock, that
// hold nothing for anybody.
package certificates

import (
	"context"
	"log"
	"time"
)

// Manager keeps certificates: they are obtained, renewed and released.
type Manager interface {
	Obtain(ctx context.Context, domain string) error
	Renew(ctx context.Context, domain string) error
	Release(ctx context.Context, domain string) error
}

func serve(ctx context.Context, m Manager, domain string) error {
	if err := m.Obtain(ctx, domain); err != nil {
		return err
	}
	go func() {
		for range time.Tick(12 * time.Hour) {
			if err := m.Renew(context.Background(), domain); err != nil {
				log.Print(err) // tried again in twelve hours, weeks before it ends
			}
		}
	}()
	return nil
}

// Accounts are locked so that nobody uses them, and stay so.
type Accounts interface {
	LockAccount(ctx context.Context, id string) error
	UnlockAccount(ctx context.Context, id string) error
	Suspicious(ctx context.Context, id string) (bool, error)
}

func review(ctx context.Context, a Accounts, id string) error {
	if err := a.LockAccount(ctx, id); err != nil {
		return err
	}
	bad, err := a.Suspicious(ctx, id)
	if err != nil || bad {
		return err
	}
	return a.UnlockAccount(ctx, id)
}
