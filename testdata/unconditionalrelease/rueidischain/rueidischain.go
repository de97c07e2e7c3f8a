// Package rueidischain moves lifts. The rueidis builder spells each command as
// a chain, sent alone or in a batch.
package rueidischain

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/redis/rueidis"
)

var errMoving = errors.New("lift is moving")

type Shaft struct {
	client rueidis.Client
	key    string
	token  string
}

func NewShaft(c rueidis.Client, building, shaft string) *Shaft {
	return &Shaft{client: c, key: "lift:" + building + ":" + shaft, token: rand.Text()}
}

func (s *Shaft) Call(ctx context.Context) error {
	err := s.client.Do(ctx, s.client.B().Set().Key(s.key).Value(s.token).Nx().Ex(20*time.Second).Build()).Error()
	if rueidis.IsRedisNil(err) {
		return errMoving
	}
	return err
}

func (s *Shaft) Free(ctx context.Context) error {
	return s.client.Do(ctx, s.client.B().Del().Key(s.key).Build()).Error() // want unconditionalrelease "DEL"
}

func (s *Shaft) FreeUnlink(ctx context.Context) (int64, error) {
	cmd := s.client.B().Unlink().Key(s.key).Build()
	return s.client.Do(ctx, cmd).AsInt64() // want unconditionalrelease "UNLINK"
}

// FreeAnd drops the lock and announces it in one round trip.
func (s *Shaft) FreeAnd(ctx context.Context, channel string) error {
	cmds := make(rueidis.Commands, 0, 2)
	cmds = append(cmds, s.client.B().Del().Key(s.key).Build()) // want unconditionalrelease "DEL"
	cmds = append(cmds, s.client.B().Publish().Channel(channel).Message("free").Build())
	for _, res := range s.client.DoMulti(ctx, cmds...) {
		if err := res.Error(); err != nil {
			return err
		}
	}
	return nil
}

func (s *Shaft) FreeTaken(ctx context.Context) error {
	owner, err := s.client.Do(ctx, s.client.B().Getdel().Key(s.key).Build()).ToString() // want unconditionalrelease "GETDEL"
	if err == nil && owner != s.token {
		return errMoving
	}
	return err
}

func (s *Shaft) Hold(ctx context.Context) error {
	return s.client.Do(ctx, s.client.B().Expire().Key(s.key).Seconds(20).Build()).Error() // want unconditionalrelease "EXPIRE"
}

func (s *Shaft) HoldAnyway(ctx context.Context) error {
	return s.client.Do(ctx, s.client.B().Set().Key(s.key).Value(s.token).Xx().Ex(20*time.Second).Build()).Error() // want unconditionalrelease "SET"
}

func (s *Shaft) FreeOwn(ctx context.Context) error {
	return s.client.Do(ctx, s.client.B().Delex().Key(s.key).Ifeq(s.token).Build()).Error() // silent: the server compares
}

func (s *Shaft) HoldOwn(ctx context.Context) error {
	return s.client.Do(ctx, s.client.B().Set().Key(s.key).Value(s.token).Ifeq(s.token).Ex(20*time.Second).Build()).Error() // silent: the server compares
}

var freeScript = rueidis.NewLuaScript(`if redis.call("GET",KEYS[1]) == ARGV[1] then return redis.call("DEL",KEYS[1]) else return 0 end`)

func (s *Shaft) FreeScript(ctx context.Context) error {
	return freeScript.Exec(ctx, s.client, []string{s.key}, []string{s.token}).Error() // silent: compares
}

// Arrived clears the display, which shows whatever came last.
func (s *Shaft) Arrived(ctx context.Context, floor string) error {
	return s.client.Do(ctx, s.client.B().Arbitrary("DEL").Keys("lift-display:"+floor).Build()).Error() // silent: no lock
}
