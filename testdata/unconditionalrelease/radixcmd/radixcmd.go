// Package radixcmd claims parking bays through radix, version 3 and version 4.
package radixcmd

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"

	radix3 "github.com/mediocregopher/radix/v3"
	"github.com/mediocregopher/radix/v4"
)

var errClaimed = errors.New("bay is claimed")

func bayKey(garage, bay int) string { return fmt.Sprintf("garage:%d:bay:%d", garage, bay) }

// Gate speaks version 3.
type Gate struct {
	pool  *radix3.Pool
	token string
}

func (g *Gate) Claim(garage, bay int) error {
	g.token = rand.Text()
	var reply string
	set := radix3.MaybeNil{Rcv: &reply}
	if err := g.pool.Do(radix3.Cmd(&set, "SET", bayKey(garage, bay), g.token, "NX", "PX", "15000")); err != nil {
		return err
	}
	if set.Nil {
		return errClaimed
	}
	return nil
}

func (g *Gate) Vacate(garage, bay int) error {
	return g.pool.Do(radix3.Cmd(nil, "DEL", bayKey(garage, bay))) // want unconditionalrelease "DEL"
}

func (g *Gate) Stay(garage, bay int) error {
	return g.pool.Do(radix3.FlatCmd(nil, "PEXPIRE", bayKey(garage, bay), 15000)) // want unconditionalrelease "PEXPIRE"
}

var vacate3 = radix3.NewEvalScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

func (g *Gate) VacateOwn(garage, bay int) (bool, error) {
	var n int
	err := g.pool.Do(vacate3.Cmd(&n, bayKey(garage, bay), g.token)) // silent: compares
	return n == 1, err
}

// Barrier speaks version 4.
type Barrier struct {
	client radix.Client
	token  string
}

func (b *Barrier) Claim(ctx context.Context, garage, bay int) error {
	b.token = rand.Text()
	var reply string
	set := radix.Maybe{Rcv: &reply}
	if err := b.client.Do(ctx, radix.FlatCmd(&set, "SET", bayKey(garage, bay), b.token, "NX", "PX", 15000)); err != nil {
		return err
	}
	if set.Null {
		return errClaimed
	}
	return nil
}

func (b *Barrier) Vacate(ctx context.Context, garage, bay int) (n int, err error) {
	err = b.client.Do(ctx, radix.Cmd(&n, "UNLINK", bayKey(garage, bay))) // want unconditionalrelease "UNLINK"
	return n, err
}

var vacate4, blind4 = radix.NewEvalScript(`if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end return redis.call("DEL", KEYS[1])`), radix.NewEvalScript(`return redis.call("DEL", KEYS[1])`)

func (b *Barrier) VacateOwn(ctx context.Context, garage, bay int) error {
	return b.client.Do(ctx, vacate4.Cmd(nil, []string{bayKey(garage, bay)}, b.token)) // silent: compares
}

func (b *Barrier) VacateBlind(ctx context.Context, garage, bay int) error {
	return b.client.Do(ctx, blind4.Cmd(nil, []string{bayKey(garage, bay)}, b.token)) // want unconditionalrelease "DEL"
}

// Count keeps a counter for the display.
func (b *Barrier) Count(ctx context.Context, garage int) error {
	return b.client.Do(ctx, radix.FlatCmd(nil, "EXPIRE", fmt.Sprintf("garage:%d:count", garage), 60)) // silent: a counter
}
