package hosts_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// module makes a module with one release that compares nothing, after the
// comment.
func module(t *testing.T, dir, comment string) {
	t.Helper()
	// The versions are those of the scenarios, which are in the module cache.
	gomod, err := os.ReadFile(filepath.Join(scenarios, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	gosum, err := os.ReadFile(filepath.Join(scenarios, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(gomod), "\n")
	stubs, err := filepath.Abs(filepath.Join(scenarios, "stubs"))
	if err != nil {
		t.Fatal(err)
	}
	rest = strings.ReplaceAll(rest, "./stubs", stubs) // the module lies elsewhere
	write(t, filepath.Join(dir, "go.mod"), "module example.com/m\n"+rest)
	write(t, filepath.Join(dir, "go.sum"), string(gosum))
	write(t, filepath.Join(dir, "lock.go"), `package m

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/redis/go-redis/v9"
)

// Run runs a job under a lock.
func Run(ctx context.Context, rdb *redis.Client, job func() error) error {
	ok, err := rdb.SetNX(ctx, "lock:job", rand.Text(), 10*time.Second).Result()
	if err != nil || !ok {
		return err
	}
	err = job()
`+comment+`	rdb.Del(ctx, "lock:job")
	return err
}
`)
}
