// Command lab shows on real stores what leasevet finds: for each kind of finding, a
// program that loses a lock or data, and one that does not.
//
//	go run ./lab
//
// The experiments are in lab/experiment, a module of its own, which needs stores and
// clients. They are no business of those who install leasevet: their go.mod stays
// small. A command of this module cannot import that one without requiring it, a
// replace would keep `go install …@latest` from working, and a go.work would bind
// testdata and hosts as well. So this command has the go command run the other.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

func main() {
	os.Exit(run(os.Args[1:]))
}

func run(args []string) int {
	dir, err := experiment()
	if err != nil {
		fmt.Fprintln(os.Stderr, "lab:", err)
		return 2
	}
	// Built and then run, since go run has no exit status but 1.
	tmp, err := os.MkdirTemp("", "leasevet-lab")
	if err != nil {
		fmt.Fprintln(os.Stderr, "lab:", err)
		return 2
	}
	defer os.RemoveAll(tmp)
	program := filepath.Join(tmp, "experiment.exe")
	if status := command(dir, "go", "build", "-o", program, "."); status != 0 {
		return 2
	}
	return command("", program, args...)
}

// command runs a command and returns its exit status.
func command(dir, name string, args ...string) int {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, os.Stdin, os.Stdout, os.Stderr
	cmd.Env = append(os.Environ(), "GOWORK=off")
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	fmt.Fprintln(os.Stderr, "lab:", err)
	return 2
}

// experiment finds the folder of the experiments in the clone that the command is
// run in, from the working directory upwards.
func experiment() (string, error) {
	wd, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := wd; ; dir = filepath.Dir(dir) {
		found := filepath.Join(dir, "lab", "experiment")
		if _, err := os.Stat(filepath.Join(found, "go.mod")); err == nil {
			return found, nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("the experiments are in a clone of the repository, and %s is in none: git clone https://github.com/leasevet/leasevet", wd)
		}
	}
}
