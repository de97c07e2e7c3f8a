// Package lookalikes deletes and expires keys that lock nothing. It must stay
// silent from the first line to the last.
package lookalikes

import (
	"context"
	"crypto/subtle"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/bradfitz/gomemcache/memcache"
	"github.com/redis/go-redis/v9"
)

var (
	errCode    = errors.New("wrong or spent code")
	errTooMany = errors.New("too many requests")
)

type Accounts struct {
	rdb *redis.Client
	mc  *memcache.Client
	db  *sql.DB
}

func (a *Accounts) SendResetCode(ctx context.Context, mail, code string) error {
	return a.rdb.Set(ctx, "reset-code:"+mail, code, 10*time.Minute).Err()
}

// UseResetCode compares and consumes a one-time code.
func (a *Accounts) UseResetCode(ctx context.Context, mail, code string) error {
	stored, err := a.rdb.Get(ctx, "reset-code:"+mail).Result()
	if errors.Is(err, redis.Nil) {
		return errCode
	}
	if err != nil {
		return err
	}
	if subtle.ConstantTimeCompare([]byte(stored), []byte(code)) != 1 {
		return errCode
	}
	return a.rdb.Del(ctx, "reset-code:"+mail).Err() // silent: a one-time code
}

// UseTicket consumes a download ticket, whoever shows it.
func (a *Accounts) UseTicket(ctx context.Context, ticket string) (string, error) {
	file, err := a.rdb.GetDel(ctx, "download-ticket:"+ticket).Result() // silent: a one-time ticket
	if errors.Is(err, redis.Nil) {
		return "", errCode
	}
	return file, err
}

// Profile is read through a cache that Rename invalidates.
func (a *Accounts) Profile(ctx context.Context, id int64) (name string, err error) {
	key := fmt.Sprintf("profile:%d", id)
	if raw, err := a.rdb.Get(ctx, key).Bytes(); err == nil && json.Unmarshal(raw, &name) == nil {
		return name, nil
	}
	if err := a.db.QueryRowContext(ctx, "SELECT name FROM profiles WHERE id = ?", id).Scan(&name); err != nil {
		return "", err
	}
	raw, err := json.Marshal(name)
	if err != nil {
		return "", err
	}
	return name, a.rdb.Set(ctx, key, raw, time.Hour).Err()
}

func (a *Accounts) Rename(ctx context.Context, id int64, name string) error {
	if _, err := a.db.ExecContext(ctx, "UPDATE profiles SET name = ? WHERE id = ?", name, id); err != nil {
		return err
	}
	pipe := a.rdb.Pipeline()
	pipe.Del(ctx, fmt.Sprintf("profile:%d", id)) // silent: a cache entry
	pipe.Unlink(ctx, "profile-list")             // silent: a cache entry
	_, err := pipe.Exec(ctx)
	return err
}

func (a *Accounts) Avatar(id int64, img []byte) error {
	key := fmt.Sprintf("avatar-%d", id)
	if err := a.mc.Set(&memcache.Item{Key: key, Value: img, Expiration: 600}); err != nil {
		return err
	}
	return a.mc.Delete(key + "-small") // silent: a cache entry
}

// Limit counts requests in a window of a minute.
func (a *Accounts) Limit(ctx context.Context, client string) error {
	key := "requests:" + client
	n, err := a.rdb.Incr(ctx, key).Result()
	if err != nil {
		return err
	}
	if n == 1 {
		if err := a.rdb.Expire(ctx, key, time.Minute).Err(); err != nil { // silent: a rate limit
			return err
		}
	}
	if n > 60 {
		return errTooMany
	}
	return nil
}

// Cooldown lets one mail through in five minutes; the key ends by itself.
func (a *Accounts) Cooldown(ctx context.Context, mail string) (bool, error) {
	return a.rdb.SetNX(ctx, "mail-cooldown:"+mail, 1, 5*time.Minute).Result()
}

// Handle remembers the request on purpose: the marker is the idempotency record.
func (a *Accounts) Handle(ctx context.Context, request string, handle func(context.Context) error) error {
	first, err := a.rdb.SetNX(ctx, "request:"+request, "running", 24*time.Hour).Result()
	if err != nil || !first {
		return err
	}
	if err := handle(ctx); err != nil {
		return err
	}
	return a.rdb.Expire(ctx, "request:"+request, 7*24*time.Hour).Err() // silent: a record that is kept
}

// Login sessions slide while they are used, and end at the logout.
func (a *Accounts) Login(ctx context.Context, session, user string) error {
	return a.rdb.Set(ctx, "session:"+session, user, time.Hour).Err()
}

func (a *Accounts) Seen(ctx context.Context, session string) (string, error) {
	return a.rdb.GetEx(ctx, "session:"+session, time.Hour).Result() // silent: a login session
}

func (a *Accounts) Logout(ctx context.Context, session string) error {
	return a.rdb.Del(ctx, "session:"+session).Err() // silent: a login session
}

func (a *Accounts) LogoutRows(ctx context.Context, user int64) error {
	_, err := a.db.ExecContext(ctx, "DELETE FROM sessions WHERE user_id = ?", user) // silent: login sessions
	return err
}

// Online refreshes a presence key, which says only that somebody is there.
func (a *Accounts) Online(ctx context.Context, user string) error {
	return a.rdb.SetXX(ctx, "online:"+user, "yes", 30*time.Second).Err() // silent: written without NX
}

var dropEmpty = redis.NewScript(`
if redis.call("scard", KEYS[1]) == 0 then
	redis.call("del", KEYS[1])
end
return 1`)

// Tidy removes an index that has run empty.
func (a *Accounts) Tidy(ctx context.Context, tag string) error {
	return dropEmpty.Run(ctx, a.rdb, []string{"tag:" + tag}).Err() // silent: a set of ids
}
