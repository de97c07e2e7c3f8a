// Package vaultleases keeps credentials of Vault alive with lifetime watchers,
// which know no context.
package vaultleases

import (
	"context"

	"github.com/hashicorp/vault/api"
)

type Credentials struct {
	vault   *api.Client
	watcher *api.LifetimeWatcher
}

// Read starts a watcher that nobody can stop.
func (c *Credentials) Read(ctx context.Context, role string) (*api.Secret, error) {
	secret, err := c.vault.Logical().ReadWithContext(ctx, "database/creds/"+role)
	if err != nil {
		return nil, err
	}
	watcher, err := c.vault.NewLifetimeWatcher(&api.LifetimeWatcherInput{Secret: secret})
	if err != nil {
		return nil, err
	}
	go watcher.Start() // want detachedrenew "(?i)watcher"
	return secret, nil
}

// Use stops it with the frame.
func (c *Credentials) Use(ctx context.Context, secret *api.Secret, use func(context.Context) error) error {
	watcher, err := c.vault.NewLifetimeWatcher(&api.LifetimeWatcherInput{Secret: secret})
	if err != nil {
		return err
	}
	go watcher.Start() // silent: stopped by the frame that works
	defer watcher.Stop()
	return use(ctx)
}

// Watch stops it when the caller has gone.
func (c *Credentials) Watch(ctx context.Context, secret *api.Secret) error {
	watcher, err := c.vault.NewLifetimeWatcher(&api.LifetimeWatcherInput{Secret: secret})
	if err != nil {
		return err
	}
	go watcher.Start() // silent: stopped below
	select {
	case <-ctx.Done():
		watcher.Stop()
		return ctx.Err()
	case err := <-watcher.DoneCh():
		return err
	}
}

// Keep hands it to Close.
func (c *Credentials) Keep(secret *api.Secret) (err error) {
	c.watcher, err = c.vault.NewLifetimeWatcher(&api.LifetimeWatcherInput{Secret: secret})
	if err != nil {
		return err
	}
	go c.watcher.Start() // silent: kept in a field, and Close stops it
	return nil
}

func (c *Credentials) Close() { c.watcher.Stop() }

// Block renews in the frame itself.
func (c *Credentials) Block(watcher *api.LifetimeWatcher) {
	watcher.Start() // silent: no goroutine
}
