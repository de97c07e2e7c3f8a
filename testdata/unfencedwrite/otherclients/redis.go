// Package otherclients opens its lock sections with the clients that the other
// packages do not use for it, and writes through them too.
package otherclients

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"time"

	redis7 "github.com/go-redis/redis/v7"
	redis8 "github.com/go-redis/redis/v8"
	"github.com/gomodule/redigo/redis"
	radix3 "github.com/mediocregopher/radix/v3"
	"github.com/mediocregopher/radix/v4"
	"github.com/redis/rueidis"
	"github.com/valkey-io/valkey-go"
)

var errBusy = errors.New("greenhouse is being watered")

const free = `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`

var (
	free7     = redis7.NewScript(free)
	free8     = redis8.NewScript(free)
	freeRedi  = redis.NewScript(1, free)
	freeRadix = radix3.NewEvalScript(1, free)
	free4     = radix.NewEvalScript(free)
	freeRue   = rueidis.NewLuaScript(free)
	freeVal   = valkey.NewLuaScript(free)
)

type Greenhouse struct {
	v7     *redis7.Client
	v8     *redis8.Client
	pool   *redis.Pool
	radix3 *radix3.Pool
	radix4 radix.Client
	rue    rueidis.Client
	val    valkey.Client
	db     *sql.DB
}

func (g *Greenhouse) V7(ctx context.Context, bed int64, litres int) error {
	token := rand.Text()
	if ok, err := g.v7.SetNX("water:v7", token, 20*time.Second).Result(); err != nil || !ok {
		return errors.Join(err, errBusy)
	}
	defer free7.Run(g.v7, []string{"water:v7"}, token)
	_, err := g.db.ExecContext(ctx, "UPDATE beds SET litres = ? WHERE id = ?", litres, bed) // want unfencedwrite "UPDATE"
	return err
}

func (g *Greenhouse) V8(ctx context.Context, bed string, litres int) error {
	token := rand.Text()
	ok, err := g.v8.SetNX(ctx, "water:v8", token, 20*time.Second).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer free8.Run(context.WithoutCancel(ctx), g.v8, []string{"water:v8"}, token)
	return g.v8.HSet(ctx, "beds", bed, litres).Err() // want unfencedwrite "HSET"
}

// Redigo writes on another connection than the one that took the lock; either
// would be as bad.
func (g *Greenhouse) Redigo(bed, note string) error {
	conn := g.pool.Get()
	defer conn.Close()
	token := rand.Text()
	reply, err := conn.Do("SET", "water:redigo", token, "NX", "PX", 20000)
	if err != nil {
		return err
	}
	if reply == nil {
		return errBusy
	}
	defer freeRedi.Do(conn, "water:redigo", token)
	if _, err := conn.Do("SET", "bed-view:"+bed, note, "EX", 60); err != nil { // silent: a cache fill with a TTL
		return err
	}
	other := g.pool.Get()
	defer other.Close()
	_, err = other.Do("SET", "bed:"+bed, note) // want unfencedwrite "SET"
	return err
}

func (g *Greenhouse) Radix3(bed, note string) error {
	token := rand.Text()
	got := radix3.MaybeNil{Rcv: new(string)}
	if err := g.radix3.Do(radix3.Cmd(&got, "SET", "water:radix3", token, "NX", "PX", "20000")); err != nil {
		return err
	}
	if got.Nil {
		return errBusy
	}
	defer g.radix3.Do(freeRadix.Cmd(nil, "water:radix3", token))
	return g.radix3.Do(radix3.Cmd(nil, "SET", "bed:"+bed, note)) // want unfencedwrite "SET"
}

func (g *Greenhouse) Radix4(ctx context.Context, bed int64) error {
	token := rand.Text()
	got := radix.Maybe{Rcv: new(string)}
	if err := g.radix4.Do(ctx, radix.Cmd(&got, "SET", "water:radix4", token, "NX", "PX", "20000")); err != nil {
		return err
	}
	if got.Null {
		return errBusy
	}
	defer g.radix4.Do(context.WithoutCancel(ctx), free4.Cmd(nil, []string{"water:radix4"}, token))
	_, err := g.db.ExecContext(ctx, "UPDATE beds SET watered_at = now() WHERE id = ?", bed) // want unfencedwrite "UPDATE"
	return err
}

func (g *Greenhouse) Rueidis(ctx context.Context, bed, note string) error {
	token := rand.Text()
	err := g.rue.Do(ctx, g.rue.B().Set().Key("water:rueidis").Value(token).Nx().Px(20*time.Second).Build()).Error()
	if rueidis.IsRedisNil(err) {
		return errBusy
	}
	if err != nil {
		return err
	}
	defer freeRue.Exec(context.WithoutCancel(ctx), g.rue, []string{"water:rueidis"}, []string{token})
	return g.rue.Do(ctx, g.rue.B().Set().Key("bed:"+bed).Value(note).Build()).Error() // want unfencedwrite "SET"
}

func (g *Greenhouse) Valkey(ctx context.Context, bed, note string) error {
	token := rand.Text()
	err := g.val.Do(ctx, g.val.B().Set().Key("water:valkey").Value(token).Nx().Px(20*time.Second).Build()).Error()
	if valkey.IsValkeyNil(err) {
		return errBusy
	}
	if err != nil {
		return err
	}
	defer freeVal.Exec(context.WithoutCancel(ctx), g.val, []string{"water:valkey"}, []string{token})
	if err := g.val.Do(ctx, g.val.B().Lpush().Key("bed-notes:"+bed).Element(note).Build()).Error(); err != nil { // silent: append only
		return err
	}
	return g.val.Do(ctx, g.val.B().Hset().Key("bed-notes").FieldValue().FieldValue(bed, note).Build()).Error() // want unfencedwrite "HSET"
}
