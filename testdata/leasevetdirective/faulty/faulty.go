// Package faulty has comments that say nothing, or say it in vain.
package faulty

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/redis/go-redis/v9"
)

type Seats struct{ rdb *redis.Client }

func (s *Seats) NoReason(ctx context.Context, seat string) {
	if ok, _ := s.rdb.SetNX(ctx, "seat:"+seat, rand.Text(), time.Minute).Result(); ok {
		//leasevet:ignore unconditionalrelease // want leasevetdirective "gives no reason and suppresses nothing"
		s.rdb.Del(ctx, "seat:"+seat) // want unconditionalrelease "DEL"
	}
}

// Fixed was mended, and the comment stayed.
func (s *Seats) Fixed(ctx context.Context, seat, token string) {
	//leasevet:ignore unconditionalrelease seats are never shared // want leasevetdirective "suppresses nothing: unconditionalrelease has no finding here"
	compareAndDelete.Run(ctx, s.rdb, []string{"seat:" + seat}, token)
}

// OneOfTwo needs one name of two.
func (s *Seats) OneOfTwo(ctx context.Context, seat string) {
	if ok, _ := s.rdb.SetNX(ctx, "seat:"+seat, rand.Text(), time.Minute).Result(); ok {
		s.rdb.Del(ctx, "seat:"+seat) //leasevet:ignore unconditionalrelease,detachedrenew seats are never shared // want leasevetdirective "suppresses nothing of detachedrenew: it has no finding here"
	}
}

func (s *Seats) Misspelled(ctx context.Context, seat string) {
	if ok, _ := s.rdb.SetNX(ctx, "seat:"+seat, rand.Text(), time.Minute).Result(); ok {
		//leasevet:ignore unconditionalreleas seats are never shared // want leasevetdirective "no analyzer of leasevet"
		s.rdb.Del(ctx, "seat:"+seat) // want unconditionalrelease "DEL"
	}
}

//leasevet:disable unconditionalrelease // want leasevetdirective "//leasevet:disable is no directive"
func (s *Seats) Word(ctx context.Context) {}

// leasevet:ignore unconditionalrelease of a reader // want leasevetdirective "a comment like any other"
func (s *Seats) Spaced(ctx context.Context) {}

//nolint:gosec,errcheck // silent: other linters' names
func (s *Seats) Foreign(ctx context.Context) {}

//lint:ignore U1000 kept for the next release // silent: another tool's check
func (s *Seats) Staticcheck(ctx context.Context) {}

var compareAndDelete = redis.NewScript(`
if redis.call("get", KEYS[1]) == ARGV[1] then
	return redis.call("del", KEYS[1])
end
return 0`)
