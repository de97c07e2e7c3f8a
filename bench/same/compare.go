package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
)

// A comparison is what the two ways found in one directory.
type comparison struct {
	dir         string
	both        []string
	onlyCommand []string // found by leasevet ./...
	onlyVet     []string // found by go vet
	broken      []string // packages that one of them could not analyse
}

func (c *comparison) differs() bool { return len(c.onlyCommand)+len(c.onlyVet) > 0 }

func compare(tool, dir string) (*comparison, error) {
	command, broken, err := findings(dir, tool, "-json", "-cache=off", "./...")
	if err != nil {
		return nil, err
	}
	vet, failed, err := findings(dir, "go", "vet", "-vettool="+tool, "-json", "./...")
	if err != nil {
		return nil, err
	}
	left, err := importers(dir, append(broken, failed...))
	if err != nil {
		return nil, err
	}
	c := &comparison{dir: dir}
	for path := range left {
		c.broken = append(c.broken, path)
	}
	slices.Sort(c.broken)
	for f, path := range command {
		switch {
		case vet[f] != "":
			c.both = append(c.both, f)
		case !left[path]:
			c.onlyCommand = append(c.onlyCommand, f)
		}
	}
	for f, path := range vet {
		if command[f] == "" && !left[path] {
			c.onlyVet = append(c.onlyVet, f)
		}
	}
	for _, list := range [][]string{c.both, c.onlyCommand, c.onlyVet} {
		slices.Sort(list)
	}
	return c, nil
}

// findings runs a command that prints trees of packages, analyzers and findings,
// and gives each finding as a line, with its package. What the command said of packages
// that it could not analyse is on its standard error.
func findings(dir, name string, args ...string) (found map[string]string, broken []string, err error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, nil, err
	}
	broken = brokenPackages(stderr.String())
	if err != nil && stdout.Len() == 0 && len(broken) == 0 {
		return nil, nil, fmt.Errorf("%s: %v: %s", cmd, err, strings.TrimSpace(stderr.String()))
	}
	found = make(map[string]string)
	dec := json.NewDecoder(&stdout)
	for {
		var tree map[string]map[string]json.RawMessage
		if err := dec.Decode(&tree); err == io.EOF {
			return found, broken, nil
		} else if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", cmd, err)
		}
		for path, analyzers := range tree {
			for analyzer, raw := range analyzers {
				var list []struct{ Posn, Message string }
				if json.Unmarshal(raw, &list) != nil {
					return nil, nil, fmt.Errorf("%s: analyzer %s failed on %s: %s", cmd, analyzer, path, raw)
				}
				for _, f := range list {
					found[fmt.Sprintf("%s: %s: %s", f.Posn, analyzer, f.Message)] = path
				}
			}
		}
	}
}

// brokenPackages reads the packages that a command complained of: go vet says
// "# path" before what is wrong with a package, leasevet begins a line with its path.
func brokenPackages(stderr string) (paths []string) {
	for line := range strings.Lines(stderr) {
		line = strings.TrimSpace(line)
		if path, ok := strings.CutPrefix(line, "# "); ok {
			path, _, _ = strings.Cut(path, " ")
			paths = append(paths, path)
		} else if rest, ok := strings.CutPrefix(line, "leasevet: "); ok && !strings.HasPrefix(rest, "not analysed because") {
			path, _, _ := strings.Cut(rest, ": ")
			paths = append(paths, path)
		}
	}
	return paths
}

// importers is the packages below dir that are among paths, or that import one
// of them, by the names that findings go by.
func importers(dir string, paths []string) (map[string]bool, error) {
	bad := make(map[string]bool)
	if len(paths) == 0 {
		return bad, nil
	}
	cmd := exec.Command("go", "list", "-e", "-deps", "-test", "-f", "{{.ImportPath}}{{if .Error}} !{{end}}{{range .Imports}}\t{{.}}{{end}}", "./...")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(out)) { // dependencies first
		name, imports, _ := strings.Cut(strings.TrimSpace(line), "\t")
		path, faulty := strings.CutSuffix(name, " !")
		plain, _, _ := strings.Cut(path, " ")
		if faulty || slices.Contains(paths, plain) || slices.ContainsFunc(strings.Split(imports, "\t"), func(imp string) bool { return bad[imp] }) {
			bad[path] = true
			bad[plain] = true
		}
	}
	return bad, nil
}

// print writes one line for what is the same, and one for each difference.
func (c *comparison) print(w io.Writer, show bool) {
	verdict := "same"
	if c.differs() {
		verdict = "DIFFERENT"
	}
	fmt.Fprintf(w, "%s: %s: %d in both, %d only by leasevet, %d only by go vet", c.dir, verdict, len(c.both), len(c.onlyCommand), len(c.onlyVet))
	if n := len(c.broken); n > 0 {
		fmt.Fprintf(w, "; %d units left out that do not build", n)
	}
	fmt.Fprintln(w)
	if show {
		printAll(w, "both", c.both)
	}
	printAll(w, "leasevet", c.onlyCommand)
	printAll(w, "go vet", c.onlyVet)
}

func printAll(w io.Writer, who string, list []string) {
	for _, f := range list {
		fmt.Fprintf(w, "\t%-8s  %s\n", who, f)
	}
}
