package servers

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/redis/go-redis/v9"
)

// A redisServer has a database for each run of an experiment.
type redisServer struct {
	*process
	dir     string
	socket  string
	version string
}

const databases = 1000

func startRedis(ctx context.Context) (*redisServer, error) {
	program, err := exec.LookPath("redis-server")
	if err != nil {
		return nil, fmt.Errorf("redis-server is %w", ErrAbsent)
	}
	dir, err := os.MkdirTemp("", "lab-redis")
	if err != nil {
		return nil, err
	}
	s := &redisServer{dir: dir, socket: filepath.Join(dir, "redis.sock")}
	cmd := exec.Command(program, "--port", "0", "--unixsocket", s.socket, "--dir", dir, "--save", "", "--appendonly", "no", "--databases", fmt.Sprint(databases))
	if cmd.SysProcAttr, err = owned(dir); err == nil {
		s.process, err = start(ctx, cmd, s.ready)
	}
	if err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	return s, nil
}

// options are those of a client for one of the databases.
func (s *redisServer) options(database int) *redis.Options {
	return &redis.Options{Network: "unix", Addr: s.socket, DB: database}
}

// ready asks the server for its version.
func (s *redisServer) ready(ctx context.Context) error {
	c := redis.NewClient(s.options(0))
	defer c.Close()
	info, err := c.Info(ctx, "server").Result()
	for line := range strings.Lines(info) {
		if v, ok := strings.CutPrefix(strings.TrimSpace(line), "redis_version:"); ok {
			s.version = v
		}
	}
	return err
}

func (s *redisServer) stop() {
	s.process.stop()
	os.RemoveAll(s.dir)
}
