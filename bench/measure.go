package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A sample is what one command cost.
type sample struct {
	cpu  time.Duration // user and system, with all that the command started
	peak int64         // bytes, of the largest process
}

// A job is a command to measure.
type job struct {
	args []string
	env  []string // added to ours
	good int      // the highest exit status that is no failure: 1 for what has findings
}

// measure runs a job in dir and fails if the command does.
func (j job) measure(ctx context.Context, dir string) (sample, error) {
	cmd := exec.CommandContext(ctx, j.args[0], j.args[1:]...)
	cmd.Dir = dir
	// PWD as well, or the go command would name the directory otherwise than
	// a shell does, where symbolic links are on the way.
	cmd.Env = append(append(os.Environ(), "PWD="+dir), j.env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	err := cmd.Run()
	if ctx.Err() != nil {
		return sample{}, context.Canceled
	}
	if cmd.ProcessState == nil {
		return sample{}, err
	}
	s := sample{cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	s.peak = peakBytes(cmd.ProcessState.SysUsage())
	if code := cmd.ProcessState.ExitCode(); code < 0 || code > j.good {
		return s, fmt.Errorf("%s: %v\n%s", j, err, firstLines(stderr.String(), 20))
	}
	return s, nil
}

// String is the command as one would type it, with the names of programs cut short.
func (j job) String() string {
	words := slices.Clone(j.args)
	words[0] = filepath.Base(words[0])
	return strings.Join(append(slices.Clone(j.env), words...), " ")
}

func firstLines(s string, n int) string {
	lines := strings.SplitAfterN(strings.TrimSpace(s), "\n", n+1)
	return strings.Join(lines[:min(n, len(lines))], "")
}

// median of a list that is not empty: of each measure by itself.
func median(list []sample) sample {
	var cpu []time.Duration
	var peak []int64
	for _, s := range list {
		cpu, peak = append(cpu, s.cpu), append(peak, s.peak)
	}
	slices.Sort(cpu)
	slices.Sort(peak)
	return sample{cpu[(len(cpu)-1)/2], peak[(len(peak)-1)/2]}
}
