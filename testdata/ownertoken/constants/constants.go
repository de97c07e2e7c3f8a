// Package constants reserves squash courts under locks whose holders all look
// the same, or do not.
package constants

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"github.com/bradfitz/gomemcache/memcache"
	"github.com/gomodule/redigo/redis"
	goredis "github.com/redis/go-redis/v9"
)

const compareAndDelete = `
if redis.call("get", KEYS[1]) == ARGV[1] then
	return redis.call("del", KEYS[1])
end
return 0`

func courtKey(court int) string { return fmt.Sprintf("court:lock:%d", court) }

// Courts has a release that compares, and nothing to compare.
type Courts struct{ rdb *goredis.Client }

func (c *Courts) Lock(ctx context.Context, court int) bool {
	return c.rdb.SetNX(ctx, courtKey(court), 1, time.Minute).Val() // want ownertoken "SET NX.*court:lock:%d.*constant"
}

func (c *Courts) Unlock(ctx context.Context, court int) error {
	return c.rdb.Eval(ctx, compareAndDelete, []string{courtKey(court)}, 1).Err()
}

// Rackets deletes what it finds, so that the token is of no use at all.
type Rackets struct{ rdb *goredis.Client }

func (r *Rackets) AcquireLock(ctx context.Context, racket string) (bool, error) {
	return r.rdb.SetNX(ctx, "racket:"+racket, true, time.Minute).Result() // want ownertoken "constant"
}

func (r *Rackets) ReleaseLock(ctx context.Context, racket string) error {
	return r.rdb.Del(ctx, "racket:"+racket).Err() // want unconditionalrelease "DEL"
}

// section takes the lock for the length of one function.
func (c *Courts) section(ctx context.Context, hall string, play func() error) error {
	key := "hall:" + hall
	ok, err := c.rdb.SetNX(ctx, key, []byte{1}, time.Minute).Result() // want ownertoken "constant"
	if err != nil || !ok {
		return err
	}
	defer c.rdb.Eval(context.WithoutCancel(ctx), compareAndDelete, []string{key}, []byte{1})
	return play()
}

// Member is a lock object whose owner is one text of the program.
type Member struct {
	conn  redis.Conn
	key   string
	owner string
}

func NewMember(conn redis.Conn, number int) *Member {
	return &Member{conn: conn, key: fmt.Sprintf("member:%d", number), owner: "booking-service"}
}

func (m *Member) Lock() (bool, error) {
	reply, err := redis.String(m.conn.Do("SET", m.key, m.owner, "NX", "EX", 30)) // want ownertoken "booking-service"
	return reply == "OK", err
}

func (m *Member) Unlock() error {
	_, err := redis.NewScript(1, compareAndDelete).Do(m.conn, m.key, m.owner)
	return err
}

// Balls locks every key of a list.
type Balls struct{ rdb *goredis.Client }

func (b *Balls) Lock(ctx context.Context, keys []string) (bool, error) {
	for _, key := range keys {
		ok, err := b.rdb.SetNX(ctx, key, "locked", time.Minute).Result() // want leakedlock "not released on every way out" ownertoken "constant"
		if err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}

func (b *Balls) Unlock(ctx context.Context, keys []string) error {
	return b.rdb.Del(ctx, keys...).Err()
}

// Lockers is on memcached.
type Lockers struct{ mc *memcache.Client }

func (l *Lockers) Lock(number string) error {
	return l.mc.Add(&memcache.Item{Key: "locker-lock-" + number, Value: []byte("1"), Expiration: 30}) // want ownertoken "constant"
}

func (l *Lockers) Unlock(number string) error {
	return l.mc.Delete("locker-lock-" + number) // want unconditionalrelease "(?i)delete"
}

// Lights draws a token for each acquisition.
type Lights struct {
	rdb   *goredis.Client
	token string
}

func (l *Lights) Lock(ctx context.Context, court int) (bool, error) {
	l.token = rand.Text()
	return l.rdb.SetNX(ctx, courtKey(court), l.token, time.Minute).Result() // silent: random
}

func (l *Lights) LockAs(ctx context.Context, court int, token string) (bool, error) {
	return l.rdb.SetNX(ctx, courtKey(court), token, time.Minute).Result() // silent: the caller brings it
}

func (l *Lights) Unlock(ctx context.Context, court int, token string) error {
	return l.rdb.Eval(ctx, compareAndDelete, []string{courtKey(court)}, token).Err()
}

// lockTwice gives LockAs one token of its own and one that is random.
func (l *Lights) lockTwice(ctx context.Context) {
	if ok, _ := l.LockAs(ctx, 1, "lights"); ok { // want ownertoken "LockAs.*lights"
		defer l.Unlock(ctx, 1, "lights")
	}
	if token := rand.Text(); token != "" {
		if ok, _ := l.LockAs(ctx, 2, token); ok { // silent: random
			defer l.Unlock(ctx, 2, token)
		}
	}
}
