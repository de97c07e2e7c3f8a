// Package norenewal starts goroutines from Background that renew nothing. It is
// silent from the first line to the last.
package norenewal

import (
	"context"
	"crypto/rand"
	"database/sql"
	"log"
	"time"

	"github.com/redis/go-redis/v9"
)

var release = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)

type Depot struct {
	rdb  *redis.Client
	db   *sql.DB
	node string
}

func (d *Depot) Load(ctx context.Context, gate string, load func(context.Context) error) error {
	token := rand.Text()
	ok, err := d.rdb.SetNX(ctx, "gate:"+gate, token, time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	defer func() {
		end, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		release.Run(end, d.rdb, []string{"gate:" + gate}, token) // silent: a release
	}()
	go d.report(context.Background(), gate) // silent: a message
	go d.sweep()                            // silent: a sweep
	return load(ctx)
}

func (d *Depot) report(ctx context.Context, gate string) {
	for range time.Tick(time.Second) {
		if err := d.rdb.Publish(ctx, "gates", gate).Err(); err != nil {
			log.Println(err)
			return
		}
	}
}

func (d *Depot) sweep() {
	for range time.Tick(time.Minute) {
		if _, err := d.db.ExecContext(context.Background(), "DELETE FROM gate_log WHERE at < now() - interval '1 day'"); err != nil {
			log.Println(err)
		}
	}
}

// Presence says only that the node is there.
func (d *Depot) Presence() {
	go func() { // silent: a presence key, no lock
		for range time.Tick(5 * time.Second) {
			d.rdb.Set(context.Background(), "depot-alive:"+d.node, time.Now().Unix(), 15*time.Second)
		}
	}()
}

// Warm keeps a cache from running out.
func (d *Depot) Warm(ctx context.Context, keys []string) {
	go func() { // silent: cache keys
		for range time.Tick(time.Minute) {
			for _, key := range keys {
				d.rdb.Expire(context.WithoutCancel(ctx), key, time.Hour)
			}
		}
	}()
}

// Watch waits for a lock's end and renews nothing.
func (d *Depot) Watch(gate string, free func()) {
	go func() { // silent: reads only
		for range time.Tick(time.Second) {
			if d.rdb.Exists(context.Background(), "gate:"+gate).Val() == 0 {
				free()
				return
			}
		}
	}()
}
