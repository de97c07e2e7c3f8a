package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A tree is the copy of what is measured.
type tree struct {
	from string // the directory that it was copied from
	dir  string // the same directory in the copy
	edit string // the file to edit, in the copy

	units, lines int // with all dependencies and tests
	own          int // lines of the main modules
}

// goOutput runs the go command in dir. An error has what it said.
func goOutput(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil && ctx.Err() != nil {
		return nil, context.Canceled
	}
	if err != nil {
		return nil, fmt.Errorf("in %s: %s", dir, cmp.Or(strings.TrimSpace(stderr.String()), err.Error()))
	}
	return out, nil
}

// repository is the root of the module leasevet, in or under which bench runs.
func repository(ctx context.Context) (string, error) {
	out, err := goOutput(ctx, ".", "list", "-m", "-f", "{{.Dir}}", "github.com/leasevet/leasevet")
	if err != nil {
		return "", fmt.Errorf("bench must be run in a checkout of leasevet: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// copyTree copies the module that dir belongs to, and the others that it needs
// and that do not come from the module cache, to below work. They keep
// their places relative to each other.
func copyTree(ctx context.Context, dir, work string) (*tree, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(dir); err != nil {
		return nil, err
	} else if !info.IsDir() {
		return nil, fmt.Errorf("%s is not a directory", dir)
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	modules, files, err := localModules(ctx, dir)
	if err != nil {
		return nil, err
	}
	top := modules[0]
	for _, name := range append(slices.Clone(modules[1:]), files...) {
		for !within(top, name) {
			top = filepath.Dir(top)
		}
	}
	to := func(name string) string {
		rel, _ := filepath.Rel(top, name) // it is below
		return filepath.Join(work, "tree", rel)
	}
	for _, m := range modules {
		if err := copyDir(ctx, m, to(m)); err != nil {
			return nil, err
		}
	}
	for _, f := range files {
		if err := copyFile(f, to(f)); err != nil {
			return nil, err
		}
	}
	return &tree{from: dir, dir: to(dir)}, nil
}

// localModules is the directories of modules that are not in the module cache,
// and the files of a workspace that belong to none of them.
func localModules(ctx context.Context, dir string) (modules, files []string, err error) {
	out, err := goOutput(ctx, dir, "env", "-json", "GOMOD", "GOWORK")
	if err != nil {
		return nil, nil, err
	}
	var env struct{ GOMOD, GOWORK string }
	if err := json.Unmarshal(out, &env); err != nil {
		return nil, nil, err
	}
	if env.GOMOD == "" || env.GOMOD == os.DevNull {
		return nil, nil, fmt.Errorf("%s is in no module (no go.mod at or above it)", dir)
	}
	if env.GOWORK != "" && env.GOWORK != "off" {
		files = append(files, env.GOWORK)
		if sum := env.GOWORK + ".sum"; exists(sum) {
			files = append(files, sum)
		}
	}
	// A vendor directory has all that is needed, and -m all refuses it.
	out, err = goOutput(ctx, dir, "list", "-m", "-f", "{{if or .Main (and .Replace (not .Replace.Version))}}{{.Dir}}{{end}}", "all")
	if err != nil {
		if out, err = goOutput(ctx, dir, "list", "-m", "-f", "{{.Dir}}"); err != nil {
			return nil, nil, err
		}
	}
	for line := range strings.Lines(string(out)) {
		if line = strings.TrimSpace(line); line != "" {
			modules = append(modules, line)
		}
	}
	slices.Sort(modules)
	// A module inside another one is copied with it.
	modules = slices.CompactFunc(modules, func(outer, inner string) bool { return within(outer, inner) })
	if len(modules) == 0 {
		return nil, nil, fmt.Errorf("the go command names no module for %s", dir)
	}
	return modules, files, nil
}

func within(dir, name string) bool {
	rel, err := filepath.Rel(dir, name)
	return err == nil && filepath.IsLocal(rel)
}

func exists(name string) bool { _, err := os.Stat(name); return err == nil }

// copyDir copies files, and follows symbolic links to files as the go command does.
func copyDir(ctx context.Context, from, to string) error {
	return filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return context.Canceled
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		info, err := os.Stat(name)
		switch {
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules") && rel != ".":
			return filepath.SkipDir
		case d.IsDir():
			return os.MkdirAll(target, 0o777)
		case err == nil && info.Mode().IsRegular():
			return copyFile(name, target)
		}
		return nil // a dangling link, a link to a directory, a device
	})
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
