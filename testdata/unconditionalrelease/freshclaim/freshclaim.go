// Package freshclaim takes back what it has just claimed when the attempt
// fails, and only then. A release after the work is another matter.
package freshclaim

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var (
	errSeen    = errors.New("event was seen")
	errNoSeats = errors.New("not all seats are free")
	errFewer   = errors.New("no majority")
)

type Events struct{ rdb *redis.Client }

// Deliver marks an event as seen, and unmarks it when the delivery fails, so
// that the next attempt is let through.
func (e *Events) Deliver(ctx context.Context, id string, deliver func(context.Context) error) error {
	fresh, err := e.rdb.SetNX(ctx, "event-seen:"+id, time.Now().UnixNano(), 48*time.Hour).Result()
	if err != nil {
		return err
	}
	if !fresh {
		return errSeen
	}
	if err := deliver(ctx); err != nil {
		return errors.Join(err, e.rdb.Del(ctx, "event-seen:"+id).Err()) // silent: undoes the own fresh claim
	}
	return nil
}

// DeliverDeferred does the same in a deferred function.
func (e *Events) DeliverDeferred(ctx context.Context, id string, deliver func(context.Context) error) (err error) {
	fresh, err := e.rdb.SetNX(ctx, "event-sent:"+id, rand.Text(), 48*time.Hour).Result()
	if err != nil || !fresh {
		return err
	}
	defer func() {
		if err != nil {
			e.rdb.Del(context.WithoutCancel(ctx), "event-sent:"+id) // silent: undoes the own fresh claim
		}
	}()
	return deliver(ctx)
}

// HoldPair needs two seats or none.
func (e *Events) HoldPair(ctx context.Context, left, right string) error {
	token := rand.Text()
	ok, err := e.rdb.SetNX(ctx, "seat:"+left, token, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errNoSeats
	}
	ok, err = e.rdb.SetNX(ctx, "seat:"+right, token, time.Minute).Result()
	if err != nil || !ok {
		e.rdb.Del(ctx, "seat:"+left) // silent: undoes the own fresh claim
		return errors.Join(err, errNoSeats)
	}
	return nil
}

// FreePair ends the hold that HoldPair began, whoever has it by now.
func (e *Events) FreePair(ctx context.Context, left, right string) error {
	if err := e.rdb.Del(ctx, "seat:"+left).Err(); err != nil { // want unconditionalrelease "DEL.*seat:"
		return err
	}
	return e.rdb.Del(ctx, "seat:"+right).Err() // want unconditionalrelease "DEL.*seat:"
}

// Majority locks on several servers and gives up the few when they are too few.
func Majority(ctx context.Context, nodes []*redis.Client, name string) (string, error) {
	token := rand.Text()
	var won []*redis.Client
	for _, node := range nodes {
		if ok, err := node.SetNX(ctx, "quorum:"+name, token, 8*time.Second).Result(); err == nil && ok {
			won = append(won, node)
		}
	}
	if len(won) > len(nodes)/2 {
		return token, nil
	}
	for _, node := range won {
		node.Del(ctx, "quorum:"+name) // silent: undoes a partial acquire
	}
	return "", errFewer
}

// Abdicate comes after the work, when the eight seconds may be over.
func Abdicate(ctx context.Context, nodes []*redis.Client, name string) error {
	var errs []error
	for _, node := range nodes {
		errs = append(errs, node.Del(ctx, "quorum:"+name).Err()) // want unconditionalrelease "DEL.*quorum:"
	}
	return errors.Join(errs...)
}

// Process deletes its marker on success and on failure alike: that is a lock.
func (e *Events) Process(ctx context.Context, id string, process func(context.Context) error) error {
	ok, err := e.rdb.SetNX(ctx, "event-busy:"+id, rand.Text(), time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errSeen
	}
	err = process(ctx)
	if derr := e.rdb.Del(ctx, "event-busy:"+id).Err(); derr != nil { // want unconditionalrelease "DEL.*event-busy:"
		err = errors.Join(err, derr)
	}
	return err
}
