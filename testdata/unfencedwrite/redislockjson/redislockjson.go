// Package redislockjson changes shared documents in Redis under redislock: a
// read, a change in Go and a write, which is where the lock has to hold.
package redislockjson

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
)

var errConflict = errors.New("route changed meanwhile")

type Route struct {
	Stops []string `json:"stops"`
	Rev   int64    `json:"rev"`
}

type Routes struct {
	rdb    *redis.Client
	locker *redislock.Client
}

func routeKey(bus string) string { return "route:" + bus }

func (r *Routes) load(ctx context.Context, bus string) (*Route, error) {
	raw, err := r.rdb.Get(ctx, routeKey(bus)).Bytes()
	if err != nil {
		return nil, err
	}
	route := new(Route)
	return route, json.Unmarshal(raw, route)
}

func (r *Routes) AddStop(ctx context.Context, bus, stop string) error {
	lock, err := r.locker.Obtain(ctx, "lock:"+bus, 5*time.Second, &redislock.Options{RetryStrategy: redislock.LinearBackoff(50 * time.Millisecond)})
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	route, err := r.load(ctx, bus)
	if err != nil {
		return err
	}
	route.Stops = append(route.Stops, stop)
	raw, err := json.Marshal(route)
	if err != nil {
		return err
	}
	return r.rdb.Set(ctx, routeKey(bus), raw, 0).Err() // want unfencedwrite "SET"
}

// Rename writes two fields of a hash, one by one and in a pipeline.
func (r *Routes) Rename(ctx context.Context, bus, name string) error {
	lock, err := redislock.Obtain(ctx, r.rdb, "lock:"+bus, 5*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	if err := r.rdb.HSet(ctx, "bus:"+bus, "name", name).Err(); err != nil { // want unfencedwrite "HSET"
		return err
	}
	_, err = r.rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.HSet(ctx, "names", bus, name) // want unfencedwrite "HSET"
		p.SAdd(ctx, "all-names", name)  // silent: adds to a set
		return nil
	})
	return err
}

// AddStopWatched lets EXEC fail when the document has changed since it was read.
func (r *Routes) AddStopWatched(ctx context.Context, bus, stop string) error {
	lock, err := r.locker.Obtain(ctx, "lock:"+bus, 5*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	key := routeKey(bus)
	return r.rdb.Watch(ctx, func(tx *redis.Tx) error {
		raw, err := tx.Get(ctx, key).Bytes()
		if err != nil {
			return err
		}
		var route Route
		if err := json.Unmarshal(raw, &route); err != nil {
			return err
		}
		route.Stops = append(route.Stops, stop)
		if raw, err = json.Marshal(route); err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, key, raw, 0) // silent: watched
			return nil
		})
		return err
	}, key)
}

var putNewer = redis.NewScript(`
local raw = redis.call("GET", KEYS[1])
if raw and cjson.decode(raw).rev ~= tonumber(ARGV[1]) then
	return 0
end
redis.call("SET", KEYS[1], ARGV[2])
return 1`)

// AddStopScript sends the revision that it has read along.
func (r *Routes) AddStopScript(ctx context.Context, bus, stop string) error {
	lock, err := r.locker.Obtain(ctx, "lock:"+bus, 5*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	route, err := r.load(ctx, bus)
	if err != nil {
		return err
	}
	seen := route.Rev
	route.Rev++
	route.Stops = append(route.Stops, stop)
	raw, err := json.Marshal(route)
	if err != nil {
		return err
	}
	done, err := putNewer.Run(ctx, r.rdb, []string{routeKey(bus)}, seen, raw).Bool() // silent: the script compares the revision
	if err == nil && !done {
		err = errConflict
	}
	return err
}

// Show fills a cache and counts: neither replaces anything that lasts.
func (r *Routes) Show(ctx context.Context, bus, html string) error {
	lock, err := r.locker.Obtain(ctx, "render:"+bus, 5*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	r.rdb.Incr(ctx, "renders")                                     // silent: a metric
	return r.rdb.Set(ctx, "page:"+bus, html, 10*time.Minute).Err() // silent: a cache fill with a TTL
}
