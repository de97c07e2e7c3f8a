// Package sectionshapes has the forms that lock sections take besides a checked
// acquire and a deferred release.
package sectionshapes

import (
	"context"
	"crypto/rand"
	"database/sql"
	"time"

	"github.com/redis/go-redis/v9"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

var release = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)

type Mill struct {
	rdb *redis.Client
	db  *sql.DB
	etc *clientv3.Client
}

func (m *Mill) set(ctx context.Context, id int64, rpm int) error {
	_, err := m.db.ExecContext(ctx, "UPDATE wheels SET rpm = ? WHERE id = ?", rpm, id)
	return err
}

// try answers with whether it has the lock, how to give it back, and an error.
func (m *Mill) try(ctx context.Context, name string) (bool, func(), error) {
	key, token := "lock:"+name, rand.Text()
	ok, err := m.rdb.SetNX(ctx, key, token, 10*time.Second).Result()
	if err != nil || !ok {
		return false, nil, err
	}
	return true, func() { release.Run(context.WithoutCancel(ctx), m.rdb, []string{key}, token) }, nil
}

func (m *Mill) Try(ctx context.Context, id int64) error {
	ok, unlock, err := m.try(ctx, "wheel")
	if err != nil {
		return err
	}
	if !ok {
		return m.set(ctx, id, 0) // silent: the lock is another's
	}
	defer unlock()
	return m.set(ctx, id, 12) // want unfencedwrite "UPDATE wheels in set"
}

// Open takes an error of the lock's server for a yes.
func (m *Mill) Open(ctx context.Context, id int64) error {
	token := rand.Text()
	ok, err := m.rdb.SetNX(ctx, "lock:gate", token, 10*time.Second).Result() // want ignoredacquire "does not decide what follows"
	if err != nil {
		ok = true
	}
	if !ok {
		return nil
	}
	defer release.Run(context.WithoutCancel(ctx), m.rdb, []string{"lock:gate"}, token)
	return m.set(ctx, id, 1) // want unfencedwrite "UPDATE wheels in set"
}

// Late writes when everything else is done, and before the lock is given back.
func (m *Mill) Late(ctx context.Context, id int64, turn func() error) error {
	ok, unlock, err := m.try(ctx, "late")
	if err != nil || !ok {
		return err
	}
	defer unlock()
	defer func() {
		_ = m.set(ctx, id, 3) // want unfencedwrite "UPDATE wheels in set"
	}()
	return turn()
}

func (m *Mill) with(ctx context.Context, name string, fn func(context.Context) error) error {
	ok, unlock, err := m.try(ctx, name)
	if err != nil || !ok {
		return err
	}
	defer unlock()
	return fn(ctx)
}

// Nested writes under two locks, in a literal that is called at once.
func (m *Mill) Nested(ctx context.Context, id int64) error {
	return m.with(ctx, "mill", func(ctx context.Context) error {
		return m.with(ctx, "wheel", func(ctx context.Context) error {
			return func() error {
				return m.set(ctx, id, 4) // want unfencedwrite "UPDATE wheels in set"
			}()
		})
	})
}

// Inner takes its own lock: who calls it under another one hears of it here.
func (m *Mill) Inner(ctx context.Context, id int64) error {
	return m.with(ctx, "inner", func(ctx context.Context) error {
		return m.set(ctx, id, 5) // want unfencedwrite "UPDATE wheels in set"
	})
}

func (m *Mill) Outer(ctx context.Context, id int64) error {
	ok, unlock, err := m.try(ctx, "outer")
	if err != nil || !ok {
		return err
	}
	defer unlock()
	return m.Inner(ctx, id) // silent: Inner has a section of its own
}

// Lead works for as long as it is the leader.
func (m *Mill) Lead(ctx context.Context, id int64) error {
	s, err := concurrency.NewSession(m.etc, concurrency.WithContext(ctx))
	if err != nil {
		return err
	}
	defer s.Close()
	e := concurrency.NewElection(s, "/mill/leader")
	if err := e.Campaign(ctx, "me"); err != nil {
		return err
	}
	for {
		select {
		case <-s.Done():
			return nil
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
			if err := m.set(ctx, id, 6); err != nil { // want unfencedwrite "UPDATE wheels in set"
				return err
			}
		}
	}
}

type Interaction struct{ ID, Room string }

// Handle only keeps an interaction from being handled twice.
func (m *Mill) Handle(ctx context.Context, i *Interaction) error {
	token := rand.Text()
	ok, err := m.rdb.SetNX(ctx, "lock:"+i.ID, token, 10*time.Second).Result()
	if err != nil || !ok {
		return err
	}
	defer release.Run(context.WithoutCancel(ctx), m.rdb, []string{"lock:" + i.ID}, token)
	return m.set(ctx, 1, 7) // silent: two holders would write the same
}
