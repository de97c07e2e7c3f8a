package servers

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/leasevet/leasevet/lab/experiment/stores"
)

// Servers are the stores that could be started.
type Servers struct {
	redis    *redisServer
	postgres *postgresServer
	etcd     *etcdServer

	Absent  map[string]error  // why a store could not be started
	Version map[string]string // of all others
	runs    atomic.Int64
}

// Start starts what is installed. Only a server that is there and does not start is
// an error.
func Start(ctx context.Context) (*Servers, error) {
	s := &Servers{Absent: map[string]error{}, Version: map[string]string{}}
	var err error
	if s.redis, err = startRedis(ctx); err == nil {
		s.Version[stores.Redis] = s.redis.version
	} else {
		s.Absent[stores.Redis] = err
	}
	if s.postgres, err = startPostgres(ctx); err == nil {
		s.Version[stores.Postgres] = s.postgres.version
	} else {
		s.Absent[stores.Postgres] = err
	}
	if s.etcd, err = startEtcd(); err == nil {
		s.Version[stores.Etcd] = s.etcd.version
	} else {
		s.Absent[stores.Etcd] = err
	}
	for _, name := range []string{stores.Miniredis, stores.SQLite} {
		if s.Version[name], err = stores.Version(ctx, name); err != nil {
			s.Absent[name] = err
		}
	}
	var faults []error
	for name, err := range s.Absent {
		if !errors.Is(err, ErrAbsent) {
			faults = append(faults, fmt.Errorf("%s: %w", name, err))
		}
	}
	if len(faults) > 0 {
		s.Stop()
		return nil, errors.Join(faults...)
	}
	return s, nil
}

// Stop stops them all.
func (s *Servers) Stop() {
	if s.redis != nil {
		s.redis.stop()
	}
	if s.postgres != nil {
		s.postgres.stop()
	}
	if s.etcd != nil {
		s.etcd.stop()
	}
}

// Missing is why an experiment cannot be run on some stores.
func (s *Servers) Missing(names []string) error {
	for _, name := range names {
		if err := s.Absent[name]; err != nil {
			return err
		}
	}
	return nil
}

// Open gives one run of an experiment a place of its own on each of the stores.
func (s *Servers) Open(ctx context.Context, names []string) (*stores.Env, func(), error) {
	if stores.Embedded(names) {
		return stores.Open(ctx, names)
	}
	if err := s.Missing(names); err != nil {
		return nil, nil, err
	}
	run := int(s.runs.Add(1))
	e := &stores.Env{}
	var closers []io.Closer
	done := func() {
		for _, c := range slices.Backward(closers) {
			c.Close()
		}
	}
	for _, name := range names {
		var err error
		switch name {
		case stores.Redis:
			if run >= databases {
				err = fmt.Errorf("only %d experiments can be run on one redis-server", databases)
				break
			}
			e.Connect(s.redis.options(run), &closers)
		case stores.SQLite:
			err = e.OpenSQLite(ctx, &closers)
		case stores.Postgres:
			err = s.openSchema(ctx, e, fmt.Sprintf("lab%d", run), &closers)
		case stores.Etcd:
			e.Endpoint = s.etcd.endpoint()
		default:
			err = fmt.Errorf("%s beside a server", name)
		}
		if err != nil {
			done()
			return nil, nil, err
		}
	}
	return e, done, nil
}

func (s *Servers) openSchema(ctx context.Context, e *stores.Env, schema string, closers *[]io.Closer) error {
	if _, err := s.postgres.admin.ExecContext(ctx, "CREATE SCHEMA "+schema); err != nil {
		return err
	}
	e.Endpoint = s.postgres.dsn(schema)
	db, err := sql.Open("pgx", e.Endpoint)
	if err != nil {
		return err
	}
	*closers = append(*closers, db)
	e.DB = db
	return e.Tables(ctx)
}

// Named are the names of stores with their versions.
func (s *Servers) Named(names []string) []string {
	named := slices.Clone(names)
	for i, name := range names {
		named[i] = strings.TrimSpace(name + " " + s.Version[name])
	}
	return named
}
