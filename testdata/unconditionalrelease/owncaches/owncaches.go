// Package owncaches lets one bell-ringer at a time into a tower. The cache stands behind
// an interface of one's own, which has Memcached's words.
package owncaches

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"time"

	"github.com/bradfitz/gomemcache/memcache"
)

var errBusy = errors.New("the tower is taken")

// Reader is what others need of the cache.
type Reader interface {
	Get(key string) (string, error)
	Delete(key string) error
}

// Cache is what the tower needs.
type Cache interface {
	Reader
	Add(key string, value string, ttl time.Duration) error
	Set(key string, value string, ttl time.Duration) error
}

// Tower is open to one ringer.
type Tower struct {
	cache Cache
	name  string
	owner string
}

func (t *Tower) Lock() error {
	b := make([]byte, 8)
	if _, err := rand.Read(b); err != nil {
		return err
	}
	t.owner = hex.EncodeToString(b)
	if err := t.cache.Add(t.name, t.owner, time.Minute); err != nil {
		return errBusy
	}
	return nil
}

func (t *Tower) Unlock() error {
	owner, err := t.cache.Get(t.name)
	if err != nil {
		return err
	}
	if owner != t.owner {
		return errBusy
	}
	return t.cache.Delete(t.name) // want unconditionalrelease "Delete of lock key t.name is another request than the one that read the owner"
}

// Until is a cache whose entries end at a point in time.
type Until interface {
	Get(ctx context.Context, key string, into any) error
	Add(ctx context.Context, key string, value any, until time.Time) error
	Delete(ctx context.Context, key string) error
}

type bellLock struct {
	cache Until
	bell  string
}

func take(ctx context.Context, cache Until, bell, ringer string) (*bellLock, error) {
	if err := cache.Add(ctx, bell, ringer, time.Now().Add(time.Minute)); err != nil {
		return nil, errBusy
	}
	return &bellLock{cache: cache, bell: bell}, nil
}

func (l *bellLock) Release(ctx context.Context) error {
	return l.cache.Delete(ctx, l.bell) // want unconditionalrelease "Delete of lock key l.bell does not compare the owner"
}

// Tunes keeps what was rung.
type Tunes struct{ cache Cache }

func (t *Tunes) Remember(tune, notes string) error {
	return t.cache.Add("tune:"+tune, notes, time.Hour) // silent: no lock
}

func (t *Tunes) Forget(tune string) error {
	return t.cache.Delete("tune:" + tune) // silent: no lock
}

// saved is done by who has the lock, and is about something else.
func (t *Tunes) saved(tune string) error { return t.cache.Add("done:"+tune, "notes", time.Hour) }

func (t *Tunes) cancelWhileHoldingLock(tune string) error {
	return t.cache.Delete("done:" + tune) // silent: no lock
}

// Plan has an Add that is none of a cache.
type Plan interface {
	Add(name string, job any, every time.Duration) error
	Remove(name string) error
}

func schedule(p Plan, lockName string) error {
	if err := p.Add(lockName, nil, time.Minute); err != nil {
		return err
	}
	return p.Remove(lockName) // silent: no record
}

// open hides a client behind the interface.
type open struct{ mc *memcache.Client }

func (o open) Get(key string) (string, error) {
	it, err := o.mc.Get(key)
	if err != nil {
		return "", err
	}
	return string(it.Value), nil
}
