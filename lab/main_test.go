package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestExperiment looks for the experiments from within the clone and from without.
func TestExperiment(t *testing.T) {
	want, err := filepath.Abs("experiment")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"..", ".", "experiment", "../docs"} {
		t.Run(dir, func(t *testing.T) {
			t.Chdir(dir)
			if got, err := experiment(); err != nil || got != want {
				t.Errorf("%q and %v, want %q", got, err, want)
			}
		})
	}
	t.Chdir(os.TempDir())
	if got, err := experiment(); err == nil {
		t.Errorf("outside the clone %q is found", got)
	}
	if status := run(nil); status != 2 {
		t.Errorf("outside the clone the status is %d, want 2", status)
	}
}
