// Package hosts_test takes the scenarios in testdata through every program that
// can run leasevet, and compares what they find.
package hosts_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/leasevet/leasevet/internal/wanttest"
)

var (
	tmp       string
	root      string // of the repository
	scenarios string
)

func TestMain(m *testing.M) {
	os.Exit(func() int {
		var err error
		if tmp, err = os.MkdirTemp("", "leasevet-hosts"); err == nil {
			root, err = filepath.Abs("..")
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(tmp)
		scenarios = filepath.Join(root, "testdata")
		return m.Run()
	}())
}

// leasevet builds the command, once for all tests.
var leasevet = sync.OnceValues(func() (string, error) {
	bin := filepath.Join(tmp, "leasevet.exe")
	_, err := run(root, nil, "go", "build", "-o", bin, "./cmd/leasevet")
	return bin, err
})

// own is what the command line finds in the scenarios; other hosts must find
// the same.
var own = sync.OnceValues(func() ([]wanttest.Finding, error) {
	bin, err := leasevet()
	if err != nil {
		return nil, err
	}
	out, err := run(scenarios, []int{1}, bin, "-json", "-generated", "-cache=off", "./...")
	if err != nil {
		return nil, err
	}
	found, err := wanttest.Findings(bytes.NewReader(out), scenarios)
	if err == nil && len(found) < 100 {
		err = fmt.Errorf("only %d findings: the scenarios have more", len(found))
	}
	return found, err
})

// run gives the standard output of a program that ends with 0 or one of the
// statuses.
func run(dir string, statuses []int, name string, args ...string) ([]byte, error) {
	return runEnv(dir, nil, statuses, name, args...)
}

func runEnv(dir string, env []string, statuses []int, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		for _, s := range statuses {
			if exit.ExitCode() == s {
				return out.Bytes(), nil
			}
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%v: %w\n%s%s", cmd.Args, err, out.Bytes(), errs.Bytes())
	}
	return out.Bytes(), nil
}

// equal compares what a host finds with what the command line finds.
func equal(t *testing.T, host string, found []wanttest.Finding) {
	t.Helper()
	expected, err := own()
	if err != nil {
		t.Fatal(err)
	}
	for _, difference := range wanttest.Diff("leasevet ./...", expected, host, found) {
		t.Error(difference)
	}
	t.Logf("%d findings of %s, %d of leasevet ./...", len(found), host, len(expected))
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o666)); err != nil {
		t.Fatal(err)
	}
}
