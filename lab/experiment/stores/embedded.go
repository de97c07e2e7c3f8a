package stores

import (
	"context"
	"database/sql"
	"io"
	"log"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

// Embedded says whether stores are part of this program, so that they are always
// there.
func Embedded(names []string) bool {
	return !slices.ContainsFunc(names, func(n string) bool { return n != Miniredis && n != SQLite })
}

// Open opens embedded stores for one run of an experiment.
func Open(ctx context.Context, names []string) (*Env, func(), error) {
	e := &Env{}
	var closers []io.Closer
	done := func() {
		for _, c := range slices.Backward(closers) {
			c.Close()
		}
	}
	var err error
	if slices.Contains(names, Miniredis) {
		err = e.openMiniredis(&closers)
	}
	if err == nil && slices.Contains(names, SQLite) {
		err = e.OpenSQLite(ctx, &closers)
	}
	if err != nil {
		done()
		return nil, nil, err
	}
	return e, done, nil
}

func (e *Env) openMiniredis(closers *[]io.Closer) error {
	m := miniredis.NewMiniRedis()
	if err := m.Start(); err != nil {
		return err
	}
	*closers = append(*closers, closer(m.Close))
	e.Connect(&redis.Options{Addr: m.Addr()}, closers)
	e.Forward = m.FastForward
	return nil
}

// Connect connects to a Redis.
func (e *Env) Connect(options *redis.Options, closers *[]io.Closer) {
	e.Another = func() *redis.Client {
		own := *options
		c := redis.NewClient(&own)
		*closers = append(*closers, c)
		return c
	}
	e.Redis = e.Another()
}

// OpenSQLite opens a database in memory. It lives in its only connection.
func (e *Env) OpenSQLite(ctx context.Context, closers *[]io.Closer) error {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	*closers = append(*closers, db)
	e.DB = db
	return e.Tables(ctx)
}

type closer func()

func (c closer) Close() error { c(); return nil }

// Version is the version of an embedded store. A test binary does not know what it was
// built of, and so not the version of miniredis.
func Version(ctx context.Context, name string) (string, error) {
	if name == SQLite {
		db, err := sql.Open("sqlite", ":memory:")
		if err != nil {
			return "", err
		}
		defer db.Close()
		var version string
		err = db.QueryRowContext(ctx, "SELECT sqlite_version()").Scan(&version)
		return version, err
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if strings.HasPrefix(m.Path, "github.com/alicebob/miniredis/") {
				return strings.TrimPrefix(m.Version, "v"), nil
			}
		}
	}
	return "", nil
}

// Quiet silences what programs and clients write to their logs: that one is given
// a TTL of nanoseconds, or that a lock was not renewed.
func Quiet() {
	log.SetOutput(io.Discard)
	redis.SetLogger(silence{})
}

type silence struct{}

func (silence) Printf(context.Context, string, ...any) {}
