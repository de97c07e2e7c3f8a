// Package consullock writes while a Consul lock is held. The lock's index and
// session can be checked by Consul, or by another storage.
package consullock

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/hashicorp/consul/api"
)

var errLost = errors.New("rollout lock lost")

type Rollout struct {
	client *api.Client
	db     *sql.DB
}

const lockKey = "rollout/lock"

func (r *Rollout) lock(ctx context.Context) (*api.Lock, <-chan struct{}, error) {
	l, err := r.client.LockKey(lockKey)
	if err != nil {
		return nil, nil, err
	}
	lost, err := l.Lock(ctx.Done())
	if err != nil {
		return nil, nil, err
	}
	if lost == nil {
		return nil, nil, errLost
	}
	return l, lost, nil
}

func (r *Rollout) Percent(ctx context.Context, service string, choose func(lost <-chan struct{}) ([]byte, error)) error {
	l, lost, err := r.lock(ctx)
	if err != nil {
		return err
	}
	defer l.Unlock()
	value, err := choose(lost)
	if err != nil {
		return err
	}
	_, err = r.client.KV().Put(&api.KVPair{Key: "rollout/" + service, Value: value}, nil) // want unfencedwrite "(?i)put"
	return err
}

func (r *Rollout) PercentCAS(ctx context.Context, service string, change func([]byte) []byte) error {
	l, lost, err := r.lock(ctx)
	if err != nil {
		return err
	}
	defer l.Unlock()
	pair, _, err := r.client.KV().Get("rollout/"+service, nil)
	if err != nil {
		return err
	}
	if pair == nil {
		pair = &api.KVPair{Key: "rollout/" + service}
	}
	pair.Value = change(pair.Value)
	select {
	case <-lost:
		return errLost
	default:
	}
	ok, _, err := r.client.KV().CAS(pair, nil) // silent: the index is compared
	if err == nil && !ok {
		err = errLost
	}
	return err
}

// Acquired takes the key with a session of its own, writes under its check, and without.
func (r *Rollout) Acquired(ctx context.Context, session, service string, value []byte) error {
	kv := r.client.KV()
	q := (&api.WriteOptions{}).WithContext(ctx)
	ok, _, err := kv.Acquire(&api.KVPair{Key: lockKey, Session: session}, q)
	if err != nil {
		return err
	}
	if !ok {
		return errLost
	}
	defer kv.Release(&api.KVPair{Key: lockKey, Session: session}, nil)
	checked := api.KVTxnOps{
		{Verb: api.KVCheckSession, Key: lockKey, Session: session},
		{Verb: api.KVSet, Key: "rollout/" + service, Value: value},
	}
	done, resp, _, err := kv.Txn(checked, nil) // silent: the transaction checks the session
	if err != nil {
		return err
	}
	if !done {
		return errors.New(resp.Errors[0].What)
	}
	plain := api.KVTxnOps{
		{Verb: api.KVSet, Key: "rollout/last", Value: []byte(service)},
		{Verb: api.KVSet, Key: "rollout/" + service + "/value", Value: value},
	}
	_, _, _, err = kv.Txn(plain, nil) // want unfencedwrite "(?i)set|txn"
	return err
}

// Store sends the lock's index along, which grows with each holder.
func (r *Rollout) Store(ctx context.Context, service string, percent int) error {
	l, _, err := r.lock(ctx)
	if err != nil {
		return err
	}
	defer l.Unlock()
	pair, _, err := r.client.KV().Get(lockKey, nil)
	if err != nil {
		return err
	}
	res, err := r.db.ExecContext(ctx, "UPDATE rollouts SET percent = $2, lock_index = $3 WHERE service = $1 AND lock_index <= $3", service, percent, pair.LockIndex) // silent: the index is compared
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errLost)
	}
	return nil
}

func (r *Rollout) StoreOnly(ctx context.Context, service string, percent int) error {
	l, _, err := r.lock(ctx)
	if err != nil {
		return err
	}
	defer l.Unlock()
	pair, _, err := r.client.KV().Get(lockKey, nil)
	if err != nil {
		return err
	}
	_, err = r.db.ExecContext(ctx, "UPDATE rollouts SET percent = $2, lock_index = $3 WHERE service = $1", service, percent, pair.LockIndex) // want unfencedwrite "UPDATE"
	return err
}

// Announce acquires a key for its session and then writes that very key, as stores
// with a TTL do: the record is the lock's own.
func (r *Rollout) Announce(session, key string, value []byte) error {
	pair := &api.KVPair{Key: strings.TrimPrefix(key, "/"), Value: value}
	if err := r.own(pair, session); err != nil {
		return err
	}
	_, err := r.client.KV().Put(pair, nil) // silent: the lock's record
	return err
}

func (r *Rollout) own(pair *api.KVPair, session string) error {
	lock := &api.KVPair{Key: pair.Key, Session: session}
	ok, _, err := r.client.KV().Acquire(lock, nil)
	if err != nil {
		return err
	}
	if !ok {
		return errLost
	}
	return nil
}
