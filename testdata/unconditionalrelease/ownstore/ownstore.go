// Package ownstore keeps two referees from judging one bout. It knows the store by
// an interface of its own and imports no client: what stands behind is wired
// elsewhere.
package ownstore

import (
	"context"
	"crypto/rand"
	"errors"
	"time"
)

var errTaken = errors.New("another referee has the bout")

// Store is what the referees ask of Redis.
type Store interface {
	SetNX(ctx context.Context, key, value string, ttl time.Duration) (bool, error)
	Del(ctx context.Context, key string) error
	// DelIfMatch deletes the key while it has the value.
	DelIfMatch(ctx context.Context, key, value string) (bool, error)
}

type Bouts struct{ store Store }

// Claim is a bout that a referee has taken.
type Claim struct {
	store Store
	key   string
	token string
}

func (b *Bouts) Acquire(ctx context.Context, bout string) (*Claim, error) {
	token := rand.Text()
	ok, err := b.store.SetNX(ctx, bout, token, time.Minute)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errTaken
	}
	return &Claim{store: b.store, key: bout, token: token}, nil
}

func (c *Claim) Release(ctx context.Context) error {
	return c.store.Del(ctx, c.key) // want unconditionalrelease "DEL of lock key c.key"
}

func (c *Claim) ReleaseOwn(ctx context.Context) error {
	_, err := c.store.DelIfMatch(ctx, c.key, c.token) // silent: the method is given the token to compare
	return err
}

// Shelf is a store of another kind: without a SetNX or a script its Del is any
// store's.
type Shelf interface {
	Put(ctx context.Context, key, value string) error
	Del(ctx context.Context, key string) error
}

func Clear(ctx context.Context, s Shelf, bout string) error {
	return s.Del(ctx, bout) // silent: nothing says that a lock is kept there
}
