// Package stores gives the experiments what they run on, and the time.
package stores

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// The names of the stores.
const (
	Miniredis = "miniredis"
	SQLite    = "SQLite"
	Redis     = "redis-server"
	Postgres  = "PostgreSQL"
	Etcd      = "etcd"
)

// scale is how many times shorter leases are on a server, whose clock cannot be moved.
const scale = 10

// An Env is what one run of an experiment has for itself: empty stores, and a clock.
type Env struct {
	Redis *redis.Client
	DB    *sql.DB

	// Another opens one more connection to Redis.
	Another func() *redis.Client
	// Forward moves the clock of an embedded Redis; it is nil for a server.
	Forward func(time.Duration)

	// Endpoint is where a server is, for programs that have a client of their own.
	Endpoint string

	now time.Time
}

// Now is the time of the clock that leases in SQL are given by: the program passes
// it, as it would pass time.Now().
func (e *Env) Now() time.Time {
	if e.now.IsZero() {
		e.now = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	}
	return e.now
}

// TTL is a time of the schedule as the store at hand is told it.
func (e *Env) TTL(d time.Duration) time.Duration {
	if e.Redis != nil && e.Forward == nil {
		return d / scale
	}
	return d
}

// Pass lets time pass.
func (e *Env) Pass(d time.Duration) {
	e.now = e.Now().Add(d)
	switch {
	case e.Forward != nil:
		e.Forward(d)
	case e.Redis != nil:
		time.Sleep(d / scale)
	}
}

// Key is a lock that is a key of Redis.
func (e *Env) Key(name string) Key { return Key{e, name} }

// A Key is a lock record in Redis.
type Key struct {
	env  *Env
	name string
}

// Record is the value of the key.
func (k Key) Record(ctx context.Context) (string, error) {
	v, err := k.env.Redis.Get(ctx, k.name).Result()
	if errors.Is(err, redis.Nil) {
		return "", nil
	}
	return v, err
}

// Left is the time that the record has left: none when it is gone or, less than
// zero, without an end.
func (k Key) Left(ctx context.Context) (time.Duration, error) {
	return k.env.Redis.PTTL(ctx, k.name).Result()
}

// Expire stalls for 12 s, which is more than a lease of 10 s; on a server it waits until
// the record is gone.
func (k Key) Expire(ctx context.Context) error {
	k.env.Pass(12 * time.Second)
	return k.Gone(ctx)
}

// Gone waits until the record has ended by its clock.
func (k Key) Gone(ctx context.Context) error {
	deadline := time.Now().Add(10 * time.Second)
	for {
		record, err := k.Record(ctx)
		if err != nil || record == "" {
			return err
		}
		if k.env.Forward != nil || time.Now().After(deadline) {
			return fmt.Errorf("key %s has not expired", k.name)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// Row is a lock that is a row of the table locks.
func (e *Env) Row(name string) Row { return Row{e, name} }

// A Row is a lock record in SQL.
type Row struct {
	env  *Env
	name string
}

// Record is the owner in the row, while its time is not over.
func (r Row) Record(ctx context.Context) (string, error) {
	var owner string
	err := r.env.DB.QueryRowContext(ctx, `SELECT owner FROM locks WHERE name = $1 AND expires_at > $2`, r.name, r.env.Now().UnixMilli()).Scan(&owner)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return owner, err
}

// Left is the time that the row has left.
func (r Row) Left(ctx context.Context) (time.Duration, error) {
	var end int64
	err := r.env.DB.QueryRowContext(ctx, `SELECT expires_at FROM locks WHERE name = $1`, r.name).Scan(&end)
	return time.Duration(end-r.env.Now().UnixMilli()) * time.Millisecond, err
}

// Expire stalls for 12 s.
func (r Row) Expire(context.Context) error {
	r.env.Pass(12 * time.Second)
	return nil
}

// Value is what the resource holds.
func (e *Env) Value(ctx context.Context, table string) (string, error) {
	var v string
	err := e.DB.QueryRowContext(ctx, `SELECT value FROM `+table+` WHERE id = 1`).Scan(&v)
	return v, err
}

// Tables makes the tables that the programs use, in SQLite and PostgreSQL alike.
func (e *Env) Tables(ctx context.Context) error {
	for _, statement := range []string{
		`CREATE TABLE locks (name text PRIMARY KEY, owner text NOT NULL, fence bigint NOT NULL DEFAULT 0, expires_at bigint NOT NULL)`,
		`CREATE TABLE resource (id bigint PRIMARY KEY, fence bigint NOT NULL, value text NOT NULL)`,
		`INSERT INTO resource VALUES (1, 0, 'start')`,
		`CREATE TABLE menu (id bigint PRIMARY KEY, fence text NOT NULL, value text NOT NULL)`,
		`INSERT INTO menu VALUES (1, '', 'start')`,
		`CREATE TABLE account (id bigint PRIMARY KEY, fence bigint NOT NULL, balance bigint NOT NULL)`,
		`INSERT INTO account VALUES (1, 0, 100)`,
		`CREATE TABLE operations (id text PRIMARY KEY)`,
	} {
		if _, err := e.DB.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}
