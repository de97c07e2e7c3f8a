// Package keyfunc assigns couriers. Each lock key comes from a function, a
// method or a join, and cache keys come from their like-named neighbours.
package keyfunc

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

var errAssigned = errors.New("courier is being assigned elsewhere")

type Dispatch struct {
	rdb    redis.UniversalClient
	prefix string
}

func (d *Dispatch) assignKey(courier int64) string {
	return d.prefix + ":courier:" + strconv.FormatInt(courier, 10) + ":assign"
}

func (d *Dispatch) locationKey(courier int64) string {
	return d.prefix + ":courier:" + strconv.FormatInt(courier, 10) + ":location"
}

func (d *Dispatch) Assign(ctx context.Context, courier int64, route func(context.Context) error) error {
	ok, err := d.rdb.SetNX(ctx, d.assignKey(courier), rand.Text(), 20*time.Second).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errAssigned
	}
	defer func() {
		d.rdb.Del(context.WithoutCancel(ctx), d.assignKey(courier)) // want unconditionalrelease "DEL"
	}()
	return route(ctx)
}

// Forget drops the last known location, which the next ping writes again.
func (d *Dispatch) Forget(ctx context.Context, courier int64) error {
	return d.rdb.Del(ctx, d.locationKey(courier)).Err() // silent: a cache key from another key method
}

func routeLock(region, day string) string {
	return strings.Join([]string{"route-plan", region, day}, "/")
}

func planRoutes(ctx context.Context, rdb *redis.ClusterClient, region, day string) (token string, err error) {
	token = rand.Text()
	ok, err := rdb.SetNX(ctx, routeLock(region, day), token, 5*time.Minute).Result()
	if err == nil && !ok {
		err = errAssigned
	}
	return token, err
}

func donePlanning(ctx context.Context, rdb *redis.ClusterClient, region, day string) error {
	key := routeLock(region, day)
	return rdb.Del(ctx, key).Err() // want unconditionalrelease "DEL"
}

const endPlanning = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`

func donePlanningOwn(ctx context.Context, rdb *redis.ClusterClient, region, day, token string) error {
	return rdb.Eval(ctx, endPlanning, []string{routeLock(region, day)}, token).Err() // silent: compares
}

// LoadBay takes a bay and its crane; only the bay's key is a lock.
func LoadBay(ctx context.Context, rdb *redis.Ring, depot string, bay int, load func(context.Context) error) error {
	acquired, err := rdb.SetNX(ctx, fmt.Sprintf("depot/%s/bay/%d", depot, bay), rand.Text(), time.Minute).Result()
	if err != nil || !acquired {
		return errors.Join(err, errAssigned)
	}
	err = load(ctx)
	rdb.Unlink(ctx, fmt.Sprintf("depot/%s/bay/%d", depot, bay))  // want unconditionalrelease "UNLINK.*depot/%s/bay/%d"
	rdb.Unlink(ctx, fmt.Sprintf("depot/%s/view/%d", depot, bay)) // silent: a rendered view of the bay
	return err
}
