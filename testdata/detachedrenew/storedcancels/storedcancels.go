// Package storedcancels keeps the cancel function of its renewal in a field,
// for a release that may never be reached.
package storedcancels

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"
	"time"

	"github.com/zeromicro/go-zero/core/stores/redis"
)

var (
	errBusy = errors.New("meeting room is taken")
	extend  = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("EXPIRE", KEYS[1], ARGV[2]) end return 0`)
	remove  = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)
)

const seconds = 30

type Room struct {
	store  *redis.Redis
	key    string
	token  string
	cancel context.CancelFunc
	done   sync.WaitGroup
	onLost func()
}

func (r *Room) take(ctx context.Context) error {
	r.token = rand.Text()
	ok, err := r.store.SetnxExCtx(ctx, r.key, r.token, seconds)
	if err == nil && !ok {
		err = errBusy
	}
	return err
}

func (r *Room) keep(ctx context.Context) {
	defer r.done.Done()
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(seconds * time.Second / 3):
		}
		res, err := r.store.ScriptRunCtx(ctx, extend, []string{r.key}, r.token, seconds)
		if n, ok := res.(int64); err != nil || !ok || n == 0 {
			r.onLost()
			return
		}
	}
}

// Enter has a caller and does not care how long it stays.
func (r *Room) Enter(ctx context.Context) error {
	if err := r.take(ctx); err != nil {
		return err
	}
	own, cancel := context.WithCancel(context.Background())
	r.cancel = cancel
	r.done.Add(1)
	go r.keep(own) // want detachedrenew "(?i)renew|extend"
	return nil
}

// EnterTied derives its context from the caller's.
func (r *Room) EnterTied(ctx context.Context) error {
	if err := r.take(ctx); err != nil {
		return err
	}
	own, cancel := context.WithCancel(ctx)
	r.cancel = cancel
	r.done.Add(1)
	go r.keep(own) // silent: derived from the caller's
	return nil
}

// EnterNow has no caller's context.
func (r *Room) EnterNow() error {
	own, cancel := context.WithCancel(context.Background())
	if err := r.take(own); err != nil {
		cancel()
		return err
	}
	r.cancel = cancel
	r.done.Add(1)
	go r.keep(own) // silent: no caller's context, and Leave cancels
	return nil
}

// Leave stops the renewal, waits for it and gives the room back.
func (r *Room) Leave() error {
	r.cancel()
	r.done.Wait()
	_, err := r.store.ScriptRunCtx(context.Background(), remove, []string{r.key}, r.token) // silent: a release
	return err
}
