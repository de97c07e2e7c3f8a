package servers_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/leasevet/leasevet/lab/experiment/servers"
	"github.com/leasevet/leasevet/lab/experiment/stores"
)

// TestExperiments runs all experiments on all stores that are installed here, and
// names those that are not.
func TestExperiments(t *testing.T) {
	stores.Quiet()
	s, err := servers.Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	for name, err := range s.Absent {
		t.Logf("the experiments on %s are skipped: %v", name, err)
	}
	ran := map[string]int{}
	for _, run := range s.Run(t.Context()) {
		t.Run(run.Row.Shape+" on "+run.Stores(), func(t *testing.T) {
			if run.Missing != nil {
				t.Skipf("%s: %v", run.Stores(), run.Missing)
			}
			if run.Err != nil {
				t.Error(run.Err)
			}
			t.Logf("ran on %s", strings.Join(s.Named(run.On), " + "))
		})
		for _, name := range run.On {
			if run.Missing == nil {
				ran[name]++
			}
		}
	}
	for program, name := range map[string]string{"redis-server": stores.Redis, "postgres": stores.Postgres} {
		if _, err := exec.LookPath(program); err == nil && ran[name] == 0 {
			t.Errorf("%s is in PATH, and no experiment ran on it: %v", program, s.Absent[name])
		}
	}
	for name := range s.Version {
		if ran[name] == 0 {
			t.Errorf("%s is there, and no experiment ran on it", name)
		}
	}
	if ran[stores.Miniredis] == 0 || ran[stores.SQLite] == 0 || ran[stores.Etcd] == 0 {
		t.Errorf("the stores that are part of the tests were not used: %v", ran)
	}
}
