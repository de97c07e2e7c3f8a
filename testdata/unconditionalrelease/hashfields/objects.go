package hashfields

import (
	"context"
	"crypto/rand"
	"errors"

	"github.com/redis/go-redis/v9"
)

var errExists = errors.New("queue exists")

// Queues keeps each queue in a hash of its own.
type Queues struct {
	rdb *redis.Client
	ns  string
}

func (q *Queues) Create(ctx context.Context, name string, visible uint, delay int) error {
	first, err := q.rdb.HSetNX(ctx, q.ns+name+":q", "visible", visible).Result() // silent: the first value of an object's field
	if err != nil {
		return err
	}
	if !first {
		return errExists
	}
	return q.rdb.HSetNX(ctx, q.ns+name+":q", "delay", delay).Err() // silent: and another's
}

func (q *Queues) Delete(ctx context.Context, name string) error {
	return q.rdb.Del(ctx, q.ns+name+":q").Err() // silent: the object ends, no lock
}

// Scratch makes a queue for a while.
func (q *Queues) Scratch(ctx context.Context, work func(context.Context) error) error {
	if err := q.Create(ctx, "scratch", 30, 0); err != nil {
		return err
	}
	defer q.Delete(ctx, "scratch")
	return work(ctx)
}

// Borrow has the owner in a field of the queue's hash.
func (q *Queues) Borrow(ctx context.Context, name string, work func(context.Context) error) error {
	mine, err := q.rdb.HSetNX(ctx, q.ns+name+":b", "owner", rand.Text()).Result() // want leasettl "HSETNX.*sets no TTL"
	if err != nil {
		return err
	}
	if !mine {
		return errExists
	}
	defer q.rdb.Del(ctx, q.ns+name+":b") // want unconditionalrelease "DEL of lock key"
	return work(ctx)
}

// Register enters a device, Forget strikes it out.
func (q *Queues) Register(ctx context.Context, group, device, description string) error {
	first, err := q.rdb.HSetNX(ctx, "devices:"+group, device, description).Result() // silent: an entry of a registry
	if err != nil {
		return err
	}
	if !first {
		return errExists
	}
	return nil
}

func (q *Queues) Forget(ctx context.Context, group, device string) error {
	return q.rdb.HDel(ctx, "devices:"+group, device).Err() // silent: an entry of a registry
}

// Reserve enters who has the device, Return strikes it out.
func (q *Queues) Reserve(ctx context.Context, group, device, owner string) error {
	first, err := q.rdb.HSetNX(ctx, "reserved:"+group, device, owner).Result() // want leasettl "HSETNX.*sets no TTL"
	if err != nil {
		return err
	}
	if !first {
		return errExists
	}
	return nil
}

func (q *Queues) Return(ctx context.Context, group, device string) error {
	return q.rdb.HDel(ctx, "reserved:"+group, device).Err() // want unconditionalrelease "HDEL of lock key"
}
