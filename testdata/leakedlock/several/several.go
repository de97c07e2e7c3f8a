// Package several takes more than one lock.
package several

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("busy")

var free = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)

type Job func(context.Context) error

// Transfer keeps the first lock when the second is refused.
func Transfer(ctx context.Context, rs *redsync.Redsync, from, to string, move Job) error {
	a := rs.NewMutex("account:" + from)
	if err := a.LockContext(ctx); err != nil { // want leakedlock "lock \"account:{from}\" is not released on every way out: the return in line 28 leaves it held"
		return err
	}
	b := rs.NewMutex("account:" + to)
	if err := b.LockContext(ctx); err != nil {
		return err
	}
	defer func() {
		b.UnlockContext(context.WithoutCancel(ctx))
		a.UnlockContext(context.WithoutCancel(ctx))
	}()
	return move(ctx)
}

// Ordered gives the first one back.
func Ordered(ctx context.Context, rs *redsync.Redsync, from, to string, move Job) error {
	a := rs.NewMutex("account:" + from)
	if err := a.LockContext(ctx); err != nil { // silent: deferred at once
		return err
	}
	defer a.UnlockContext(context.WithoutCancel(ctx))
	b := rs.NewMutex("account:" + to)
	if err := b.LockContext(ctx); err != nil { // silent: deferred at once
		return err
	}
	defer b.UnlockContext(context.WithoutCancel(ctx))
	return move(ctx)
}

// All gives up half way, and keeps what it has.
func All(ctx context.Context, rdb *redis.Client, token string, seats []string) error {
	for _, seat := range seats {
		ok, err := rdb.SetNX(ctx, "lock:seat:"+seat, token, time.Minute).Result() // want leakedlock "the return in line 57 keeps those of the rounds before"
		if err != nil || !ok {
			return errors.Join(err, errBusy)
		}
	}
	return nil
}

func Release(ctx context.Context, rdb *redis.Client, token string, seats []string) {
	for _, seat := range seats {
		free.Run(ctx, rdb, []string{"lock:seat:" + seat}, token)
	}
}

// AllOrNone gives back what it has.
func AllOrNone(ctx context.Context, rdb *redis.Client, seats []string, work Job) error {
	token := rand.Text()
	var held []string
	defer func() {
		for _, seat := range held {
			free.Run(context.WithoutCancel(ctx), rdb, []string{"lock:seat:" + seat}, token)
		}
	}()
	for _, seat := range seats {
		ok, err := rdb.SetNX(ctx, "lock:seat:"+seat, token, time.Minute).Result() // silent: the deferred loop gives back
		if err != nil || !ok {
			return errors.Join(err, errBusy)
		}
		held = append(held, seat)
	}
	return work(ctx)
}

// Majority collects what it was granted, and gives it back when it is too little.
func Majority(ctx context.Context, nodes []*redis.Client, name string) (string, error) {
	token := rand.Text()
	var won []*redis.Client
	for _, node := range nodes {
		if ok, err := node.SetNX(ctx, "quorum:"+name, token, 8*time.Second).Result(); err == nil && ok { // silent: returned, or given back in the loop
			won = append(won, node)
		}
	}
	if len(won) > len(nodes)/2 {
		return token, nil
	}
	for _, node := range won {
		free.Run(ctx, node, []string{"quorum:" + name}, token)
	}
	return "", errBusy
}
