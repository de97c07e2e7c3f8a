// Package processes takes locks in the name of a machine or a process.
package processes

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
)

var (
	drop = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)

	instance = rand.Text()
	host     string
	taken    atomic.Int64
)

func init() {
	host, _ = os.Hostname()
}

type Spools struct{ rdb *redis.Client }

func (s *Spools) key(printer string) string { return "spool-lock:" + printer }

func (s *Spools) byPid(ctx context.Context, printer string) (bool, error) {
	return s.rdb.SetNX(ctx, s.key(printer), os.Getpid(), time.Minute).Result() // want ownertoken "process id"
}

func (s *Spools) byCount(ctx context.Context, printer string) (bool, error) {
	return s.rdb.SetNX(ctx, s.key(printer), taken.Add(1), time.Minute).Result() // want ownertoken "count of this process"
}

func (s *Spools) byHost(ctx context.Context, printer string) (bool, error) {
	return s.rdb.SetNX(ctx, s.key(printer), host, time.Minute).Result() // want ownertoken "the machine as owner"
}

func (s *Spools) byInstance(ctx context.Context, printer string) (bool, error) {
	return s.rdb.SetNX(ctx, s.key(printer), instance, time.Minute).Result() // want ownertoken "whole process"
}

func (s *Spools) byHostAndPid(ctx context.Context, printer string) (bool, error) {
	owner := fmt.Sprintf("%s/%d", host, os.Getpid())
	return s.rdb.SetNX(ctx, s.key(printer), owner, time.Minute).Result() // want ownertoken "whole process"
}

// byAll has a random part beside what people like to read.
func (s *Spools) byAll(ctx context.Context, printer string) (bool, error) {
	owner := fmt.Sprintf("%s/%d/%s", host, os.Getpid(), rand.Text())
	return s.rdb.SetNX(ctx, s.key(printer), owner, time.Minute).Result() // silent: random
}

// byHostAndTime is guessable, and yet no two holders are likely to share it.
func (s *Spools) byHostAndTime(ctx context.Context, printer string) (bool, error) {
	owner := fmt.Sprintf("%s/%d", host, time.Now().Unix())
	return s.rdb.SetNX(ctx, s.key(printer), owner, time.Minute).Result() // silent: left alone together
}

func (s *Spools) Unlock(ctx context.Context, printer, owner string) error {
	return drop.Run(ctx, s.rdb, []string{s.key(printer)}, owner).Err()
}

// Elector campaigns for one key, alone in its process.
type Elector struct {
	rdb *redis.Client
	id  string
}

func NewElector(rdb *redis.Client) *Elector {
	return &Elector{rdb: rdb, id: fmt.Sprintf("%s/%d", host, os.Getpid())}
}

func (e *Elector) campaign(ctx context.Context) (bool, error) {
	return e.rdb.SetNX(ctx, "spool-leader", e.id, time.Minute).Result() // silent: one elector for one key
}

func (e *Elector) resign(ctx context.Context) error {
	return drop.Run(ctx, e.rdb, []string{"spool-leader"}, e.id).Err()
}
