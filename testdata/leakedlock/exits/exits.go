// Package exits leaves functions in every way that Go has.
package exits

import (
	"context"
	"crypto/rand"
	"errors"
	"log"
	"os"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
	"github.com/redis/go-redis/v9"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

var errEmpty = errors.New("empty")

var free = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)

type Job func(context.Context) error

type Till struct {
	rdb    *redis.Client
	locker *redislock.Client
	rs     *redsync.Redsync
}

func (t *Till) open(ctx context.Context) error  { return t.rdb.Ping(ctx).Err() }
func (t *Till) count(ctx context.Context) error { return t.rdb.Ping(ctx).Err() }

// Early returns before the release.
func (t *Till) Early(ctx context.Context) error {
	lock, err := t.locker.Obtain(ctx, "till", 30*time.Second, nil) // want leakedlock "lock \"till\" is not released on every way out: the return in line 41 leaves it held"
	if err != nil {
		return err
	}
	if err := t.open(ctx); err != nil {
		return err
	}
	err = t.count(ctx)
	lock.Release(ctx)
	return err
}

// Each releases before each of its returns.
func (t *Till) Each(ctx context.Context) error {
	lock, err := t.locker.Obtain(ctx, "till", 30*time.Second, nil) // silent: released on every way
	if err != nil {
		return err
	}
	if err := t.open(ctx); err != nil {
		lock.Release(ctx)
		return err
	}
	err = t.count(ctx)
	lock.Release(ctx)
	return err
}

// Deferred covers what comes after the defer, and nothing comes before it.
func (t *Till) Deferred(ctx context.Context) error {
	lock, err := t.locker.Obtain(ctx, "till", 30*time.Second, nil) // silent: deferred
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	return errors.Join(t.open(ctx), t.count(ctx))
}

// TooLate defers after the first way out.
func (t *Till) TooLate(ctx context.Context) error {
	lock, err := t.locker.Obtain(ctx, "till", 30*time.Second, nil) // want leakedlock "the return in line 80 leaves it held"
	if err != nil {
		return err
	}
	if err := t.open(ctx); err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	return t.count(ctx)
}

// Panics where it should not.
func (t *Till) Panics(ctx context.Context, coins int) error {
	token := rand.Text()
	ok, err := t.rdb.SetNX(ctx, "coins", token, 0).Result() // want leakedlock "the panic in line 94 leaves it held" leasettl "(?i)ttl|expire"
	if err != nil || !ok {
		return err
	}
	if coins < 0 {
		panic("coins owe nothing")
	}
	err = t.count(ctx)
	free.Run(ctx, t.rdb, []string{"coins"}, token)
	return err
}

// Exits ends the process, and all is over.
func (t *Till) Exits(ctx context.Context) error {
	token := rand.Text()
	ok, err := t.rdb.SetNX(ctx, "exits", token, time.Minute).Result() // silent: the process ends
	if err != nil || !ok {
		return err
	}
	if err := t.open(ctx); err != nil {
		log.Println(err)
		os.Exit(1)
	}
	err = t.count(ctx)
	free.Run(ctx, t.rdb, []string{"exits"}, token)
	return err
}

// Redsync forgets on one branch of a switch.
func (t *Till) Redsync(ctx context.Context, kind int) error {
	mu := t.rs.NewMutex("kind")
	if err := mu.LockContext(ctx); err != nil { // want leakedlock "the return in line 130 leaves it held"
		return err
	}
	var err error
	switch kind {
	case 0:
		err = t.open(ctx)
	case 1:
		err = t.count(ctx)
	default:
		return errEmpty
	}
	_, uerr := mu.UnlockContext(context.WithoutCancel(ctx))
	return errors.Join(err, uerr)
}

// Etcd has a session that outlives the function.
func Etcd(ctx context.Context, cli *clientv3.Client, s *concurrency.Session, work Job) error {
	mu := concurrency.NewMutex(s, "/locks/etcd")
	if err := mu.Lock(ctx); err != nil { // want leakedlock "the return in line 143 leaves it held"
		return err
	}
	if _, err := cli.Get(ctx, "/state"); err != nil {
		return err
	}
	err := work(ctx)
	return errors.Join(err, mu.Unlock(context.WithoutCancel(ctx)))
}

// Skipped forgets it in a loop.
func (t *Till) Skipped(ctx context.Context, names []string) {
	for _, name := range names {
		lock, err := t.locker.Obtain(ctx, name, 30*time.Second, nil) // want leakedlock "the round of the loop that ends in line 157 leaves it held"
		if err != nil {
			continue
		}
		if err := t.open(ctx); err != nil {
			log.Println(name, err)
			continue
		}
		if err := t.count(ctx); err != nil {
			log.Println(err)
		}
		lock.Release(ctx)
	}
}

// Rounds gives it back in each round.
func (t *Till) Rounds(ctx context.Context, names []string) {
	for _, name := range names {
		lock, err := t.locker.Obtain(ctx, name, 30*time.Second, nil) // silent: released in each round
		if err != nil {
			continue
		}
		if err := t.open(ctx); err != nil {
			log.Println(name, err)
		}
		lock.Release(ctx)
	}
}
