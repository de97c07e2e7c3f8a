// Package valkeychain books operating rooms with valkey-go: chains, arbitrary
// commands, a dedicated connection and scripts.
package valkeychain

import (
	"context"
	"crypto/rand"
	"errors"
	"strconv"
	"time"

	"github.com/valkey-io/valkey-go"
)

var errBooked = errors.New("operating room is booked")

type Rooms struct{ client valkey.Client }

func roomKey(room int) string { return "operating-room/" + strconv.Itoa(room) }

func (r *Rooms) Book(ctx context.Context, room int) (token string, err error) {
	token = rand.Text()
	set := r.client.B().Set().Key(roomKey(room)).Value(token).Nx().PxMilliseconds(45000).Build()
	if err = r.client.Do(ctx, set).Error(); valkey.IsValkeyNil(err) {
		err = errBooked
	}
	return token, err
}

func (r *Rooms) Release(ctx context.Context, room int) error {
	return r.client.Do(ctx, r.client.B().Unlink().Key(roomKey(room)).Build()).Error() // want unconditionalrelease "UNLINK"
}

func (r *Rooms) ReleaseRaw(ctx context.Context, room int) error {
	cmd := r.client.B().Arbitrary("DEL").Keys(roomKey(room)).Build()
	return r.client.Do(ctx, cmd).Error() // want unconditionalrelease "DEL"
}

// ReleaseBare uses the conditional command without its condition.
func (r *Rooms) ReleaseBare(ctx context.Context, room int) error {
	return r.client.Do(ctx, r.client.B().Delex().Key(roomKey(room)).Build()).Error() // want unconditionalrelease "DELEX"
}

func (r *Rooms) Prolong(ctx context.Context, room int) error {
	return r.client.Do(ctx, r.client.B().Pexpire().Key(roomKey(room)).Milliseconds(45000).Build()).Error() // want unconditionalrelease "PEXPIRE"
}

// ReleaseRead compares in Go, a round trip before it deletes.
func (r *Rooms) ReleaseRead(ctx context.Context, room int, token string) error {
	owner, err := r.client.Do(ctx, r.client.B().Get().Key(roomKey(room)).Build()).ToString()
	if err != nil {
		return err
	}
	if owner != token {
		return errBooked
	}
	return r.client.Do(ctx, r.client.B().Del().Key(roomKey(room)).Build()).Error() // want unconditionalrelease "DEL"
}

// ReleaseWatched makes the same comparison under WATCH on one connection.
func (r *Rooms) ReleaseWatched(ctx context.Context, room int, token string) error {
	return r.client.Dedicated(func(c valkey.DedicatedClient) error {
		if err := c.Do(ctx, c.B().Watch().Key(roomKey(room)).Build()).Error(); err != nil {
			return err
		}
		owner, err := c.Do(ctx, c.B().Get().Key(roomKey(room)).Build()).ToString()
		if err != nil {
			return err
		}
		if owner != token {
			return errBooked
		}
		for _, res := range c.DoMulti(ctx, c.B().Multi().Build(), c.B().Del().Key(roomKey(room)).Build(), c.B().Exec().Build()) { // silent: watched and compared
			if err := res.Error(); err != nil {
				return err
			}
		}
		return nil
	})
}

var compareDel = valkey.NewLuaScript(`
local owner = server.call("GET", KEYS[1])
if owner ~= ARGV[1] then
	return 0
end
return server.call("DEL", KEYS[1])`)

func (r *Rooms) ReleaseOwn(ctx context.Context, room int, token string) (bool, error) {
	n, err := compareDel.Exec(ctx, r.client, []string{roomKey(room)}, []string{token}).AsInt64() // silent: compares
	return n == 1, err
}

func (r *Rooms) ReleaseEval(ctx context.Context, room int, token string) error {
	eval := r.client.B().Eval().Script(`if redis.call("exists", KEYS[1]) == 1 then return redis.call("del", KEYS[1]) end return 0`).Numkeys(1).Key(roomKey(room)).Arg(token).Build()
	return r.client.Do(ctx, eval).Error() // want unconditionalrelease "DEL"
}

// Greet caches the welcome text of a room's display.
func (r *Rooms) Greet(ctx context.Context, room int, text string) error {
	return r.client.Do(ctx, r.client.B().Set().Key("room-display/"+strconv.Itoa(room)).Value(text).Ex(time.Minute).Build()).Error()
}

func (r *Rooms) Ungreet(ctx context.Context, room int) error {
	return r.client.Do(ctx, r.client.B().Del().Key("room-display/"+strconv.Itoa(room)).Build()).Error() // silent: a display text
}
