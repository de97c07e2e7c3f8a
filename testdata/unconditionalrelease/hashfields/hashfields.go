// Package hashfields keeps all locks of a tenant in one hash, a field for each,
// and reentrant locks in hashes of their own.
package hashfields

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var errEdited = errors.New("document is being edited")

type Editors struct {
	rdb  *redis.Client
	hash string
	me   string
}

func NewEditors(rdb *redis.Client, tenant string) *Editors {
	return &Editors{rdb: rdb, hash: "editing:" + tenant, me: rand.Text()}
}

func (e *Editors) Begin(ctx context.Context, doc string) error {
	ok, err := e.rdb.HSetNX(ctx, e.hash, doc, e.me).Result() // want leasettl "HSETNX.*sets no TTL"
	if err != nil {
		return err
	}
	if !ok {
		return errEdited
	}
	return nil
}

func (e *Editors) End(ctx context.Context, doc string) error {
	return e.rdb.HDel(ctx, e.hash, doc).Err() // want unconditionalrelease "HDEL"
}

func (e *Editors) EndRead(ctx context.Context, doc string) error {
	owner, err := e.rdb.HGet(ctx, e.hash, doc).Result()
	if err != nil {
		return err
	}
	if owner != e.me {
		return errEdited
	}
	return e.rdb.HDel(ctx, e.hash, doc).Err() // want unconditionalrelease "HDEL"
}

var endOwn = redis.NewScript(`
if redis.call("HGET", KEYS[1], ARGV[1]) == ARGV[2] then
	return redis.call("HDEL", KEYS[1], ARGV[1])
end
return 0`)

func (e *Editors) EndOwn(ctx context.Context, doc string) error {
	return endOwn.Run(ctx, e.rdb, []string{e.hash}, doc, e.me).Err() // silent: the script compares the field
}

// Cursor forgets where somebody's cursor stood.
func (e *Editors) Cursor(ctx context.Context, doc, user string) error {
	return e.rdb.HDel(ctx, "cursors:"+doc, user).Err() // silent: nobody acquires it
}

const (
	enter = `
if redis.call('exists', KEYS[1]) == 0 or redis.call('hexists', KEYS[1], ARGV[1]) == 1 then
	redis.call('hincrby', KEYS[1], ARGV[1], 1)
	redis.call('pexpire', KEYS[1], ARGV[2])
	return 1
end
return 0`
	leave = `
if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then return -1 end
if redis.call('hincrby', KEYS[1], ARGV[1], -1) > 0 then return 0 end
return redis.call('del', KEYS[1])`
	leaveAny = `
local fields = redis.call('hkeys', KEYS[1])
if #fields > 0 then redis.call('del', KEYS[1]) end
return #fields`
)

// Reentrant counts its holder's entries in a hash with a TTL.
type Reentrant struct {
	rdb redis.Scripter
	key string
	me  string
}

func (r *Reentrant) Lock(ctx context.Context) (bool, error) {
	return r.rdb.Eval(ctx, enter, []string{r.key}, r.me, (20 * time.Second).Milliseconds()).Bool() // silent: an acquisition
}

func (r *Reentrant) Unlock(ctx context.Context) (int64, error) {
	return r.rdb.Eval(ctx, leave, []string{r.key}, r.me).Int64() // silent: asks for the own field
}

func (r *Reentrant) UnlockAny(ctx context.Context) error {
	return r.rdb.Eval(ctx, leaveAny, []string{r.key}).Err() // want unconditionalrelease "DEL"
}
