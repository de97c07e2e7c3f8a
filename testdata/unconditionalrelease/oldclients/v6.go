// Package oldclients speaks the go-redis releases before version 9, whose
// methods take the context first (v8) or not at all (v6, v7).
package oldclients

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/go-redis/redis"
)

var errBusy = errors.New("busy")

const compareDelete = `
if redis.call("get", KEYS[1]) == ARGV[1] then
	return redis.call("del", KEYS[1])
else
	return 0
end`

// Coupons runs on v6, which has no context.
type Coupons struct{ c *redis.Client }

func (c *Coupons) Redeem(code string, apply func() error) error {
	key := "coupon:" + code + ":redeeming"
	ok, err := c.c.SetNX(key, rand.Text(), 10*time.Second).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer c.c.Del(key) // want unconditionalrelease "DEL"
	return apply()
}

func (c *Coupons) RedeemOwn(ctx context.Context, code string, apply func() error) error {
	key, token := "coupon:"+code+":redeeming", rand.Text()
	c6 := c.c.WithContext(ctx)
	ok, err := c6.SetNX(key, token, 10*time.Second).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer c6.Eval(compareDelete, []string{key}, token) // silent: compares
	return apply()
}

func (c *Coupons) Abandon(code string) error {
	return c.c.Do("DEL", "coupon:"+code+":redeeming").Err() // want unconditionalrelease "DEL.*coupon:"
}
