// Package retries tries again; what counts is how its loops end.
package retries

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var free = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)

var errBusy = errors.New("busy")

type Job func(context.Context) error

func Thrice(ctx context.Context, rdb *redis.Client, work Job) error {
	token := rand.Text()
	for range 3 {
		if ok, err := rdb.SetNX(ctx, "thrice", token, time.Minute).Result(); err == nil && ok { // want ignoredacquire "when somebody else holds it"
			break
		}
		time.Sleep(time.Second)
	}
	defer free.Run(ctx, rdb, []string{"thrice"}, token)
	return work(ctx)
}

func ThriceOrNot(ctx context.Context, rdb *redis.Client, work Job) error {
	token := rand.Text()
	held := false
	for i := 0; i < 3 && !held; i++ {
		held, _ = rdb.SetNX(ctx, "thrice", token, time.Minute).Result()
	}
	if !held {
		return errBusy
	}
	defer free.Run(ctx, rdb, []string{"thrice"}, token)
	return work(ctx)
}

func Until(ctx context.Context, rdb *redis.Client, work Job) error {
	token := rand.Text()
	held, _ := rdb.SetNX(ctx, "until", token, time.Minute).Result()
	for !held {
		time.Sleep(time.Second)
		held, _ = rdb.SetNX(ctx, "until", token, time.Minute).Result()
	}
	defer free.Run(ctx, rdb, []string{"until"}, token)
	return work(ctx)
}

// Each takes the items whose lock it gets, and passes over the others.
func Each(ctx context.Context, rdb *redis.Client, items []string, work func(context.Context, string) error) error {
	for _, item := range items {
		token := rand.Text()
		ok, err := rdb.SetNX(ctx, "item:"+item, token, time.Minute).Result()
		if err != nil || !ok {
			continue
		}
		err = work(ctx, item)
		free.Run(ctx, rdb, []string{"item:" + item}, token)
		if err != nil {
			return err
		}
	}
	return nil
}

// Takeover replaces a record that has gone stale: a second way to get the lock.
type Takeover struct{ rdb *redis.Client }

func (t *Takeover) TryLock(ctx context.Context, key, token string) bool {
	ok, err := t.rdb.SetNX(ctx, key, token, time.Minute).Result()
	if err == nil && ok {
		return true
	}
	old, err := t.rdb.Get(ctx, key).Result()
	if err != nil || !stale(old) {
		return false
	}
	before, err := t.rdb.GetSet(ctx, key, token).Result()
	return err == nil && before == old
}

func stale(s string) bool { return len(s) < 20 }

func (t *Takeover) Unlock(ctx context.Context, key, token string) error {
	return free.Run(ctx, t.rdb, []string{key}, token).Err()
}

func (t *Takeover) Run(ctx context.Context, work Job) error {
	token := rand.Text()
	if !t.TryLock(ctx, "takeover", token) {
		return errBusy
	}
	defer t.Unlock(ctx, "takeover", token)
	return work(ctx)
}
