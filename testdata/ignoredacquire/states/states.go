// Package states notes in a field that it holds the lock, and asks the field later.
package states

import (
	"context"
	"crypto/rand"
	"errors"
	"log"
	"time"

	"github.com/redis/go-redis/v9"
)

var free = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)

var errBusy = errors.New("busy")

// Node leads while it holds the seat.
type Node struct {
	rdb     *redis.Client
	token   string
	leading bool
	started bool
}

func (n *Node) collect(ctx context.Context) error {
	return n.rdb.Incr(ctx, "cluster:collections").Err()
}

func (n *Node) sit(ctx context.Context) (bool, error) {
	return n.rdb.SetNX(ctx, "cluster:seat", n.token, time.Minute).Result()
}

func (n *Node) Stand(ctx context.Context) error {
	return free.Run(ctx, n.rdb, []string{"cluster:seat"}, n.token).Err()
}

// Run collects in a later round, when the field says that the node leads.
func (n *Node) Run(ctx context.Context, seat, garbage <-chan time.Time) {
	n.token = rand.Text()
	for {
		select {
		case <-ctx.Done():
			return
		case <-seat:
			if n.leading {
				continue
			}
			if ok, err := n.sit(ctx); err != nil { // silent: the field is set by the winner only
				log.Println(err)
			} else if ok {
				n.leading = true
			}
		case <-garbage:
			if n.leading {
				if err := n.collect(ctx); err != nil {
					log.Println(err)
				}
			}
		}
	}
}

// Once collects when the field says that the node leads.
func (n *Node) Once(ctx context.Context) error {
	n.token = rand.Text()
	if ok, err := n.sit(ctx); err != nil { // silent: the field is set by the winner only
		log.Println(err)
	} else if ok {
		n.leading = true
	}
	if !n.leading {
		return nil
	}
	return n.collect(ctx)
}

// OnceAnyway notes that it has asked, whatever the answer was.
func (n *Node) OnceAnyway(ctx context.Context) error {
	n.token = rand.Text()
	if _, err := n.sit(ctx); err != nil { // want ignoredacquire "when somebody else holds it the work runs without the lock"
		log.Println(err)
	} else {
		n.started = true
	}
	if !n.started {
		return nil
	}
	return n.collect(ctx)
}

// Poll asks at every tick. The loop does not end: nobody closes a ticker's channel.
func (n *Node) Poll(ctx context.Context, tries int) error {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for range tick.C {
		ok, err := n.sit(ctx)
		if err != nil {
			return err
		}
		if ok {
			return nil
		}
		if tries--; tries <= 0 {
			return errBusy
		}
	}
	return nil
}

// PollFew gives up without saying so.
func (n *Node) PollFew(ctx context.Context, tries int) error {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for range tick.C {
		ok, err := n.sit(ctx)
		if err != nil {
			return err
		}
		if tries--; ok || tries <= 0 {
			break
		}
	}
	return nil
}

func (n *Node) Polled(ctx context.Context) error {
	if err := n.Poll(ctx, 50); err != nil { // silent: nil is only returned with the seat
		return err
	}
	defer n.Stand(ctx)
	return n.collect(ctx)
}

func (n *Node) PolledFew(ctx context.Context) error {
	if err := n.PollFew(ctx, 50); err != nil { // want ignoredacquire "when somebody else holds it the work runs without the lock"
		return err
	}
	defer n.Stand(ctx)
	return n.collect(ctx)
}
