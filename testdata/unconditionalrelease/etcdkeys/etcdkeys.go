// Package etcdkeys lets one signal box at a time set the points of a junction, through
// the two clients of etcd's old API.
package etcdkeys

import (
	"context"
	"errors"
	"path"
	"time"

	old "github.com/coreos/go-etcd/etcd"
	"go.etcd.io/etcd/client/v2"
)

func clean(key string) string { return path.Join("/", key) }

// Lock is a junction that a box holds.
type Lock struct {
	client *old.Client
	key    string
	value  string
	ttl    uint64
	last   *old.Response
	stop   chan struct{}
}

func (l *Lock) Lock() error {
	key := clean(l.key)
	resp, err := l.client.Create(key, l.value, l.ttl)
	if err != nil {
		return err
	}
	l.last = resp
	go l.hold(key) // want unconditionalrelease "Update in hold of lock key ..{l.key}. does not compare the owner.*extends"
	go l.holdOwn(key)
	return nil
}

// hold takes the key back from whoever got it meanwhile.
func (l *Lock) hold(key string) {
	for {
		select {
		case <-time.After(time.Duration(l.ttl) * time.Second / 3):
			if _, err := l.client.Update(key, l.value, l.ttl); err != nil {
				return
			}
		case <-l.stop:
			return
		}
	}
}

func (l *Lock) holdOwn(key string) {
	for {
		select {
		case <-time.After(time.Duration(l.ttl) * time.Second / 3):
			resp, err := l.client.CompareAndSwap(key, l.value, l.ttl, "", l.last.Node.ModifiedIndex) // want lostlease "tells nobody"
			if err != nil {
				return
			}
			l.last = resp
		case <-l.stop:
			return
		}
	}
}

// Keys is a store beside the lock.
type Keys struct{ client *old.Client }

// Put creates what nobody has written yet: any key, and for good.
func (k *Keys) Put(key, value string) error {
	_, err := k.client.Create(clean(key), value, 0)
	return err
}

func (l *Lock) Unlock() error {
	close(l.stop)
	_, err := l.client.Delete(clean(l.key), false) // want unconditionalrelease "Delete of lock key ..{l.key}. does not compare the owner"
	return err
}

func (l *Lock) UnlockOwn() error {
	close(l.stop)
	_, err := l.client.CompareAndDelete(clean(l.key), l.value, 0) // silent: compares the value
	return err
}

// Junction is the same through the newer client.
type Junction struct {
	keys client.KeysAPI
	name string
	box  string
}

var errHeld = errors.New("another box has the junction")

func (j *Junction) Acquire(ctx context.Context) error {
	_, err := j.keys.Set(ctx, j.name, j.box, &client.SetOptions{PrevExist: client.PrevNoExist, TTL: 10 * time.Second})
	var refused client.Error
	if errors.As(err, &refused) && refused.Code == client.ErrorCodeNodeExist {
		return errHeld
	}
	return err
}

func (j *Junction) Renew(ctx context.Context) error {
	_, err := j.keys.Set(ctx, j.name, "", &client.SetOptions{PrevExist: client.PrevExist, Refresh: true, TTL: 10 * time.Second}) // want unconditionalrelease "Set of lock key j.name.*extends"
	return err
}

func (j *Junction) RenewOwn(ctx context.Context) error {
	_, err := j.keys.Set(ctx, j.name, "", &client.SetOptions{PrevValue: j.box, Refresh: true, TTL: 10 * time.Second}) // silent: compares the value
	return err
}

func (j *Junction) Release(ctx context.Context) error {
	_, err := j.keys.Delete(ctx, j.name, nil) // want unconditionalrelease "Delete of lock key j.name does not compare the owner"
	return err
}

func (j *Junction) ReleaseAll(ctx context.Context) error {
	_, err := j.keys.Delete(ctx, j.name, &client.DeleteOptions{Recursive: true}) // want unconditionalrelease "Delete of lock key j.name"
	return err
}

func (j *Junction) ReleaseOwn(ctx context.Context) error {
	_, err := j.keys.Delete(ctx, j.name, &client.DeleteOptions{PrevValue: j.box}) // silent: compares the value
	return err
}

func (j *Junction) ReleaseWith(ctx context.Context, opts *client.DeleteOptions) error {
	_, err := j.keys.Delete(ctx, j.name, opts) // silent: the caller says what is compared
	return err
}

// Announce is no lock: the key is written, and taken away when the box closes.
func (j *Junction) Announce(ctx context.Context) error {
	_, err := j.keys.Set(ctx, path.Join("/boxes", j.box), "open", nil)
	return err
}

func (j *Junction) Withdraw(ctx context.Context) error {
	_, err := j.keys.Delete(ctx, path.Join("/boxes", j.box), nil) // silent: nobody acquires this key
	return err
}
