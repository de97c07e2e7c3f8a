// Package leasevet_test runs the built command on the module in testdata, whose
// packages say in comments what must be found in them.
package leasevet_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/leasevet/leasevet/internal/wanttest"
)

const scenarios = "testdata"

// Queries that sqlc has written are scenarios too, hence -generated.
var flags = []string{"-json", "-generated"}

var tmp string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		var err error
		if tmp, err = os.MkdirTemp("", "leasevet-suite"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(tmp)
		return m.Run()
	}())
}

// binary builds the command, once for all tests.
var binary = sync.OnceValues(func() (string, error) {
	bin := filepath.Join(tmp, "leasevet.exe")
	out, err := exec.Command("go", "build", "-o", bin, "./cmd/leasevet").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return bin, nil
})

// own is what the command line finds in the scenarios, looked for once.
var own struct {
	once  sync.Once
	found []wanttest.Finding
	err   error
}

func ownFindings(t *testing.T) ([]wanttest.Finding, error) {
	own.once.Do(func() {
		bin, err := binary()
		if err != nil {
			own.err = err
			return
		}
		own.found, own.err = findings(t, 1, bin, slices.Concat(flags, []string{"-cache=" + filepath.Join(tmp, "results"), "./..."})...)
	})
	return own.found, own.err
}

// findings runs a command in the scenarios and reads the tree that it prints.
// It may exit with 0 or with the status that means that there are findings;
// with any other there are findings beside the error, where there is a tree.
func findings(t *testing.T, found int, name string, args ...string) ([]wanttest.Finding, error) {
	ctx := t.Context()
	if end, ok := t.Deadline(); ok {
		// A child that outlives the test's own timeout is nobody's.
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end.Add(-10*time.Second))
		defer cancel()
	}
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = scenarios, &out, &errs
	cmd.Env = append(os.Environ(), "GOWORK=off")
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 5 * time.Second
	err := cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == found {
		err = nil
	}
	list, treeErr := wanttest.Findings(&out, scenarios)
	if err = errors.Join(err, treeErr); err != nil {
		err = fmt.Errorf("%v: %w\n%s", cmd.Args, err, errs.Bytes())
	}
	return list, err
}

func skipShort(t *testing.T) {
	if testing.Short() {
		t.Skip("type-checks every client library")
	}
}

// TestScenarios compares the findings with the expectations: each line must say
// what it expects, and nothing else may be said.
func TestScenarios(t *testing.T) {
	skipShort(t)
	wants, err := wanttest.Wants(scenarios)
	if err != nil {
		t.Fatal(err)
	}
	found, err := ownFindings(t)
	if err != nil {
		t.Error(err) // and what it did find is compared all the same
	}
	for _, problem := range wanttest.Check(wants, found) {
		t.Error(problem)
	}
	t.Logf("%d expectations, %d findings", len(wants), len(found))
}

// TestVetFindsTheSame runs the suite as a tool of go vet.
func TestVetFindsTheSame(t *testing.T) {
	skipShort(t)
	expected, err := ownFindings(t)
	if err != nil {
		t.Error(err)
	}
	bin, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	// Under -json a tool of go vet exits with 0, whatever it finds.
	found, err := findings(t, 0, "go", slices.Concat([]string{"vet", "-vettool=" + bin}, flags, []string{"./..."})...)
	if err != nil {
		t.Error(err)
	}
	for _, difference := range wanttest.Diff("leasevet ./...", expected, "go vet -vettool", found) {
		t.Error(difference)
	}
}
