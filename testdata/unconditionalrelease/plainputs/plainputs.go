// Package plainputs keeps the keepers of a lighthouse apart, by records that they write
// without asking whether there is one.
package plainputs

import (
	"context"
	"time"

	"github.com/bradfitz/gomemcache/memcache"
	"github.com/hashicorp/consul/api"
	"github.com/redis/go-redis/v9"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// LampLock is a lock by its name and by those of its ends.
type LampLock struct {
	cli    *clientv3.Client
	key    string
	keeper string
	lease  clientv3.LeaseID
}

func (l *LampLock) Lock(ctx context.Context) error {
	got, err := l.cli.Grant(ctx, 30)
	if err != nil {
		return err
	}
	l.lease = got.ID
	_, err = l.cli.Put(ctx, l.key, l.keeper, clientv3.WithLease(got.ID))
	return err
}

func (l *LampLock) Unlock(ctx context.Context) error {
	if _, err := l.cli.Delete(ctx, l.key); err != nil { // want unconditionalrelease "Delete of .*l.key does not compare the owner"
		return err
	}
	_, err := l.cli.Revoke(ctx, l.lease) // silent: its own lease
	return err
}

// HornLock does the same in Consul.
type HornLock struct {
	client *api.Client
	path   string
	keeper string
}

func (l *HornLock) TryLock() error {
	_, err := l.client.KV().Put(&api.KVPair{Key: l.path, Value: []byte(l.keeper)}, nil)
	return err
}

func (l *HornLock) Unlock() error {
	_, err := l.client.KV().Delete(l.path, nil) // want unconditionalrelease "KV.Delete of .*l.path does not compare the owner"
	return err
}

func (l *HornLock) forget() error {
	_, err := l.client.KV().Delete(l.path+"/log", nil) // silent: another key
	return err
}

// StairLock has a mutex, and says beside it who is on the stairs.
type StairLock struct {
	cli    *clientv3.Client
	mutex  *concurrency.Mutex
	note   string
	keeper string
}

func (l *StairLock) Lock(ctx context.Context) error {
	if err := l.mutex.Lock(ctx); err != nil {
		return err
	}
	_, err := l.cli.Put(ctx, l.note, l.keeper) // want unfencedwrite "Put of l.note under lock l.mutex"
	if err != nil {
		_ = l.mutex.Unlock(ctx)
	}
	return err
}

func (l *StairLock) Unlock(ctx context.Context) error {
	if _, err := l.cli.Delete(ctx, l.note); err != nil { // silent: a note, written under the lock
		return err
	}
	return l.mutex.Unlock(ctx)
}

// GateLocker is asked for each gate.
type GateLocker struct{ rdb *redis.Client }

func (l *GateLocker) Lock(ctx context.Context, gate, keeper string) error {
	return l.rdb.Set(ctx, gate, keeper, time.Minute).Err()
}

func (l *GateLocker) Unlock(ctx context.Context, gate string) error {
	return l.rdb.Del(ctx, gate).Err() // want unconditionalrelease "DEL of .*gate does not compare the owner"
}

func (l *GateLocker) Drop(ctx context.Context, gate string) error {
	return l.rdb.Del(ctx, gate).Err() // silent: whatever it is that is dropped
}

// Doors are closed by a mark, which is no lock of a program.
type Doors struct{ rdb *redis.Client }

func (d *Doors) LockDoor(ctx context.Context, door string) error {
	return d.rdb.Set(ctx, "door:locked:"+door, 1, time.Hour).Err()
}

func (d *Doors) UnlockDoor(ctx context.Context, door string) error {
	return d.rdb.Del(ctx, "door:locked:"+door).Err() // silent: a mark
}

// Accounts are locked after three wrong passwords.
type AccountLock struct{ mc *memcache.Client }

func (a *AccountLock) Mark(user string) error {
	return a.mc.Set(&memcache.Item{Key: "wrong:" + user, Value: []byte("3"), Expiration: 600})
}

func (a *AccountLock) Clear(user string) error {
	return a.mc.Delete("wrong:" + user) // silent: a mark
}
