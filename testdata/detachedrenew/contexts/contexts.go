// Package contexts renews a crawl's lock from goroutines: on the caller's
// context, on one derived from it, and on contexts that know of no caller.
package contexts

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

const ttl = 30 * time.Second

var (
	errLost = errors.New("crawl lock lost")
	extend  = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("pexpire", KEYS[1], ARGV[2]) end return 0`)
	release = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)
)

type Crawl struct {
	rdb   *redis.Client
	site  string
	token string
	lost  chan error
}

func (c *Crawl) Lock(ctx context.Context) (bool, error) {
	c.token = rand.Text()
	return c.rdb.SetNX(ctx, "crawl:"+c.site, c.token, ttl).Result()
}

func (c *Crawl) Unlock(ctx context.Context) error {
	return release.Run(context.WithoutCancel(ctx), c.rdb, []string{"crawl:" + c.site}, c.token).Err() // silent: a release
}

// renew extends until ctx is done or the lock is lost.
func (c *Crawl) renew(ctx context.Context) {
	tick := time.NewTicker(ttl / 3)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			n, err := extend.Run(ctx, c.rdb, []string{"crawl:" + c.site}, c.token, ttl.Milliseconds()).Int()
			if err != nil || n == 0 {
				c.lost <- errors.Join(err, errLost)
				return
			}
		}
	}
}

func (c *Crawl) Background(ctx context.Context) (<-chan error, error) {
	if ok, err := c.Lock(ctx); err != nil || !ok {
		return nil, errors.Join(err, errLost)
	}
	go c.renew(context.Background()) // want detachedrenew "(?i)renew|extend"
	return c.lost, nil
}

func (c *Crawl) Todo(ctx context.Context) (<-chan error, error) {
	if ok, err := c.Lock(ctx); err != nil || !ok {
		return nil, errors.Join(err, errLost)
	}
	go c.renew(context.TODO()) // want detachedrenew "(?i)renew|extend"
	return c.lost, nil
}

func (c *Crawl) Detached(ctx context.Context) (<-chan error, error) {
	if ok, err := c.Lock(ctx); err != nil || !ok {
		return nil, errors.Join(err, errLost)
	}
	go c.renew(context.WithoutCancel(ctx)) // want detachedrenew "(?i)renew|extend"
	return c.lost, nil
}

type traceKey struct{}

// Traced takes the caller's trace along, and nothing else of it.
func (c *Crawl) Traced(ctx context.Context) (<-chan error, error) {
	if ok, err := c.Lock(ctx); err != nil || !ok {
		return nil, errors.Join(err, errLost)
	}
	own := context.WithValue(context.Background(), traceKey{}, ctx.Value(traceKey{}))
	go c.renew(own) // want detachedrenew "(?i)renew|extend"
	return c.lost, nil
}

// Literal has no end but the lock's own.
func (c *Crawl) Literal(ctx context.Context) (<-chan error, error) {
	if ok, err := c.Lock(ctx); err != nil || !ok {
		return nil, errors.Join(err, errLost)
	}
	go func() { // want detachedrenew "(?i)renew|extend"
		for range time.Tick(ttl / 3) {
			n, err := extend.Run(context.Background(), c.rdb, []string{"crawl:" + c.site}, c.token, ttl.Milliseconds()).Int()
			if err != nil || n == 0 {
				c.lost <- errors.Join(err, errLost)
				return
			}
		}
	}()
	return c.lost, nil
}

func (c *Crawl) Tied(ctx context.Context) (<-chan error, error) {
	if ok, err := c.Lock(ctx); err != nil || !ok {
		return nil, errors.Join(err, errLost)
	}
	go c.renew(ctx) // silent: the caller's context
	return c.lost, nil
}

func (c *Crawl) Derived(ctx context.Context) (<-chan error, context.CancelFunc, error) {
	if ok, err := c.Lock(ctx); err != nil || !ok {
		return nil, nil, errors.Join(err, errLost)
	}
	own, cancel := context.WithCancel(context.WithValue(ctx, traceKey{}, c.site))
	go c.renew(own) // silent: derived from the caller's
	return c.lost, cancel, nil
}

// Bounded gives each request its own time, within a loop that is tied.
func (c *Crawl) Bounded(ctx context.Context) error {
	if ok, err := c.Lock(ctx); err != nil || !ok {
		return errors.Join(err, errLost)
	}
	go func() { // silent: ends with the caller's context
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(ttl / 3):
			}
			once, cancel := context.WithTimeout(context.Background(), time.Second)
			n, err := extend.Run(once, c.rdb, []string{"crawl:" + c.site}, c.token, ttl.Milliseconds()).Int()
			cancel()
			if err != nil || n == 0 {
				c.lost <- errors.Join(err, errLost)
				return
			}
		}
	}()
	return nil
}
