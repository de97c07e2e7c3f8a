// Package redigodo reserves forklifts through redigo, where the command is a
// string and a transaction is a row of commands on one connection.
package redigodo

import (
	"context"
	"crypto/rand"
	"errors"

	"github.com/gomodule/redigo/redis"
)

var errReserved = errors.New("forklift is reserved")

type Fleet struct{ pool *redis.Pool }

func liftKey(id string) string { return "forklift:" + id }

func (f *Fleet) Reserve(ctx context.Context, id string) (string, error) {
	conn, err := f.pool.GetContext(ctx)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	token := rand.Text()
	_, err = redis.String(redis.DoContext(conn, ctx, "SET", liftKey(id), token, "NX", "EX", 120))
	if errors.Is(err, redis.ErrNil) {
		return "", errReserved
	}
	return token, err
}

func (f *Fleet) Return(id string) error {
	conn := f.pool.Get()
	defer conn.Close()
	_, err := conn.Do("DEL", redis.Args{}.Add(liftKey(id))...) // want unconditionalrelease "DEL"
	return err
}

func (f *Fleet) ReturnContext(ctx context.Context, id string) error {
	conn, err := f.pool.GetContext(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = redis.DoContext(conn, ctx, "unlink", liftKey(id)) // want unconditionalrelease "UNLINK"
	return err
}

func (f *Fleet) Keep(id string) (bool, error) {
	conn := f.pool.Get()
	defer conn.Close()
	return redis.Bool(conn.Do("EXPIRE", liftKey(id), 120)) // want unconditionalrelease "EXPIRE"
}

// ReturnInMulti is atomic, but it has deleted before it can compare.
func (f *Fleet) ReturnInMulti(id, token string) error {
	conn := f.pool.Get()
	defer conn.Close()
	conn.Send("MULTI")
	conn.Send("GET", liftKey(id))
	conn.Send("DEL", liftKey(id)) // want unconditionalrelease "DEL"
	replies, err := redis.Values(conn.Do("EXEC"))
	if err != nil {
		return err
	}
	if owner, _ := redis.String(replies[0], nil); owner != token {
		return errReserved
	}
	return nil
}

// ReturnWatched compares between WATCH and EXEC.
func (f *Fleet) ReturnWatched(id, token string) error {
	conn := f.pool.Get()
	defer conn.Close()
	if _, err := conn.Do("WATCH", liftKey(id)); err != nil {
		return err
	}
	owner, err := redis.String(conn.Do("GET", liftKey(id)))
	if err != nil || owner != token {
		conn.Do("UNWATCH")
		return errors.Join(err, errReserved)
	}
	conn.Send("MULTI")
	conn.Send("DEL", liftKey(id)) // silent: watched and compared
	_, err = conn.Do("EXEC")
	return err
}

// The key count of the second script is the first argument of its call.
var (
	giveBack  = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)
	giveBlind = redis.NewScript(-1, `return redis.call("DEL", KEYS[1])`)
)

func (f *Fleet) ReturnOwn(ctx context.Context, id, token string) (bool, error) {
	conn, err := f.pool.GetContext(ctx)
	if err != nil {
		return false, err
	}
	defer conn.Close()
	return redis.Bool(giveBack.DoContext(ctx, conn, liftKey(id), token)) // silent: compares
}

func (f *Fleet) ReturnLater(id, token string) error {
	conn := f.pool.Get()
	defer conn.Close()
	if err := giveBlind.Send(conn, 1, liftKey(id), token); err != nil { // want unconditionalrelease "DEL"
		return err
	}
	return conn.Flush()
}
