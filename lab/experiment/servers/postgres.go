package servers

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
)

// A postgresServer has a schema for each run of an experiment.
type postgresServer struct {
	*process
	dir     string
	version string
	admin   *sql.DB
}

// postgresProgram finds a program of PostgreSQL. Distributions keep most of them out
// of PATH, in a folder for each version.
func postgresProgram(name string) (string, error) {
	if found, err := exec.LookPath(name); err == nil {
		return found, nil
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	if err != nil || len(found) == 0 {
		return "", fmt.Errorf("%s of PostgreSQL is %w", name, ErrAbsent)
	}
	return slices.MaxFunc(found, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	}), nil
}

func startPostgres(ctx context.Context) (*postgresServer, error) {
	initdb, err := postgresProgram("initdb")
	if err != nil {
		return nil, err
	}
	program, err := postgresProgram("postgres")
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "lab-pg")
	if err != nil {
		return nil, err
	}
	s := &postgresServer{dir: dir}
	if err := s.start(ctx, initdb, program); err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	return s, nil
}

func (s *postgresServer) start(ctx context.Context, initdb, program string) error {
	data := filepath.Join(s.dir, "data")
	attr, err := owned(s.dir)
	if err != nil {
		return err
	}
	// In the locale C texts are in the order of their bytes, everywhere.
	cmd := exec.CommandContext(ctx, initdb, "-D", data, "-U", "postgres", "--auth=trust", "--locale=C", "--encoding=UTF8", "--no-sync")
	cmd.Dir, cmd.SysProcAttr = s.dir, attr
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	if s.admin, err = sql.Open("pgx", s.dsn("public")); err != nil {
		return err
	}
	run := exec.Command(program, "-D", data, "-k", s.dir, "-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=300")
	run.Dir, run.SysProcAttr = s.dir, attr
	if s.process, err = start(ctx, run, s.ready); err != nil {
		s.admin.Close()
	}
	return err
}

// dsn is the address of one schema.
func (s *postgresServer) dsn(schema string) string {
	return fmt.Sprintf("host=%s port=5432 user=postgres dbname=postgres search_path=%s", s.dir, schema)
}

// ready asks the server for its version, without what the distribution adds to it.
func (s *postgresServer) ready(ctx context.Context) error {
	err := s.admin.QueryRowContext(ctx, "SHOW server_version").Scan(&s.version)
	s.version, _, _ = strings.Cut(s.version, " ")
	return err
}

func (s *postgresServer) stop() {
	s.admin.Close()
	s.process.stop()
	os.RemoveAll(s.dir)
}
