// Package checkdelete reads the owner, compares it in Go and deletes in a
// second request. However the comparison is spelled, the gap stays.
package checkdelete

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var errForeign = errors.New("not the holder")

type Kitchen struct {
	rdb redis.UniversalClient
	me  string
}

func ovenKey(oven string) string { return "oven/" + oven }

func (k *Kitchen) Take(ctx context.Context, oven string) (bool, error) {
	k.me = rand.Text()
	return k.rdb.SetNX(ctx, ovenKey(oven), k.me, time.Minute).Result()
}

func (k *Kitchen) Give(ctx context.Context, oven string) error {
	holder, err := k.rdb.Get(ctx, ovenKey(oven)).Result()
	switch {
	case errors.Is(err, redis.Nil):
		return nil
	case err != nil:
		return err
	case holder != k.me:
		return errForeign
	}
	return k.rdb.Del(ctx, ovenKey(oven)).Err() // want unconditionalrelease "DEL"
}

func (k *Kitchen) GiveBytes(ctx context.Context, oven string) {
	holder, _ := k.rdb.Get(ctx, ovenKey(oven)).Bytes()
	if bytes.Equal(holder, []byte(k.me)) {
		k.rdb.Unlink(ctx, ovenKey(oven)) // want unconditionalrelease "UNLINK"
	}
}

func (k *Kitchen) holds(ctx context.Context, oven string) bool {
	holder, err := k.rdb.Get(ctx, ovenKey(oven)).Result()
	return err == nil && subtle.ConstantTimeCompare([]byte(holder), []byte(k.me)) == 1
}

// GiveAsked leaves the comparison to a helper.
func (k *Kitchen) GiveAsked(ctx context.Context, oven string) error {
	if !k.holds(ctx, oven) {
		return errForeign
	}
	return k.rdb.Del(ctx, ovenKey(oven)).Err() // want unconditionalrelease "DEL"
}

// StayAsked renews with the same gap.
func (k *Kitchen) StayAsked(ctx context.Context, oven string) error {
	if !k.holds(ctx, oven) {
		return errForeign
	}
	return k.rdb.Expire(ctx, ovenKey(oven), time.Minute).Err() // want unconditionalrelease "EXPIRE"
}

// GiveBatched reads and deletes in one round trip, in this order.
func (k *Kitchen) GiveBatched(ctx context.Context, oven string) error {
	pipe := k.rdb.Pipeline()
	holder := pipe.Get(ctx, ovenKey(oven))
	pipe.Del(ctx, ovenKey(oven)) // want unconditionalrelease "DEL"
	if _, err := pipe.Exec(ctx); err != nil {
		return err
	}
	if holder.Val() != k.me {
		return errForeign
	}
	return nil
}

type booking struct {
	Owner string    `json:"owner"`
	Since time.Time `json:"since"`
}

func (k *Kitchen) TakeNoted(ctx context.Context, stove string) (bool, error) {
	k.me = rand.Text()
	note, err := json.Marshal(booking{Owner: k.me, Since: time.Now()})
	if err != nil {
		return false, err
	}
	return k.rdb.SetNX(ctx, "stove/"+stove, note, time.Minute).Result()
}

// GiveNoted decodes the record before it compares.
func (k *Kitchen) GiveNoted(ctx context.Context, stove string) error {
	raw, err := k.rdb.Get(ctx, "stove/"+stove).Bytes()
	if err != nil {
		return err
	}
	var b booking
	if err := json.Unmarshal(raw, &b); err != nil {
		return err
	}
	if b.Owner != k.me {
		return errForeign
	}
	return k.rdb.Del(ctx, "stove/"+stove).Err() // want unconditionalrelease "DEL.*stove/"
}

var giveOwn = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)

// GiveOwn asks first to save a script call; the script asks again.
func (k *Kitchen) GiveOwn(ctx context.Context, oven string) error {
	if !k.holds(ctx, oven) {
		return errForeign
	}
	return giveOwn.Run(ctx, k.rdb, []string{ovenKey(oven)}, k.me).Err() // silent: the script compares
}

func (k *Kitchen) GiveIfEqual(ctx context.Context, oven string) error {
	return k.rdb.DelExArgs(ctx, ovenKey(oven), redis.DelExArgs{Mode: "IFEQ", MatchValue: k.me}).Err() // silent: the server compares
}
