// Package proof brings together what leasevet says of the programs and what came of
// them, and writes it down as docs/proof.md.
package proof

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A Finding is what leasevet says of one line.
type Finding struct {
	Analyzer string
	File     string // in programs, with slashes
	Line     int
	Message  string
}

func (f Finding) String() string {
	return fmt.Sprintf("%s:%d: %s (%s)", f.File, f.Line, f.Message, f.Analyzer)
}

// A Leasevet is the command, built from the repository.
type Leasevet struct{ program string }

// Build builds the command into a directory.
func Build(ctx context.Context, root, dir string) (Leasevet, error) {
	l := Leasevet{filepath.Join(dir, "leasevet.exe")}
	cmd := exec.CommandContext(ctx, "go", "build", "-o", l.program, "./cmd/leasevet")
	cmd.Dir, cmd.Env = root, append(os.Environ(), "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		return l, fmt.Errorf("%v: %w\n%s", cmd.Args, err, out)
	}
	return l, nil
}

// Findings are the findings in the programs of a module, in the order of their places.
func (l Leasevet) Findings(ctx context.Context, module string) ([]Finding, error) {
	cmd := exec.CommandContext(ctx, l.program, "-C", module, "-cache=off", "-config=off", "-json", "./programs/...")
	cmd.Env = append(os.Environ(), "GOWORK=off")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 { // findings, and nothing else
		err = nil
	}
	if err != nil || errs.Len() > 0 {
		return nil, fmt.Errorf("%v: %w\n%s", cmd.Args, err, errs.Bytes())
	}
	var tree map[string]map[string][]struct{ Posn, Message string }
	if err := json.Unmarshal(out.Bytes(), &tree); err != nil {
		return nil, err
	}
	programs, err := filepath.Abs(filepath.Join(module, "programs"))
	if err == nil {
		programs, err = filepath.EvalSymlinks(programs)
	}
	if err != nil {
		return nil, err
	}
	var all []Finding
	for _, analyzers := range tree {
		for _, name := range slices.Sorted(maps.Keys(analyzers)) {
			for _, f := range analyzers[name] {
				file, line, err := place(programs, f.Posn)
				if err != nil {
					return nil, err
				}
				all = append(all, Finding{Analyzer: name, File: file, Line: line, Message: f.Message})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Finding) int {
		if a.File != b.File {
			return strings.Compare(a.File, b.File)
		}
		return a.Line - b.Line
	})
	return all, nil
}

// place takes file:line:column apart.
func place(programs, posn string) (file string, line int, err error) {
	parts := strings.Split(posn, ":")
	if len(parts) < 3 {
		return "", 0, fmt.Errorf("%q is no place", posn)
	}
	n := len(parts)
	if line, err = strconv.Atoi(parts[n-2]); err != nil {
		return "", 0, err
	}
	file = strings.Join(parts[:n-2], ":")
	if real, err := filepath.EvalSymlinks(file); err == nil {
		file = real
	}
	rel, err := filepath.Rel(programs, file)
	return filepath.ToSlash(rel), line, err
}
