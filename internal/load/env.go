package load

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// goEnv is what the go command is set up for, which may differ from our own
// environment (`go env -w`, a toolchain switch).
type goEnv struct {
	GOARCH       string
	GOOS         string
	GOVERSION    string
	GOROOT       string
	GOFLAGS      string
	GOMOD        string
	GOWORK       string
	GOEXPERIMENT string
	GOMODCACHE   string
	CGO_ENABLED  string
}

func (o *Options) goEnv() (*goEnv, error) {
	env := new(goEnv)
	out, err := o.goOutput("env", "-json", "GOARCH", "GOOS", "GOVERSION", "GOROOT", "GOFLAGS", "GOMOD", "GOWORK", "GOEXPERIMENT", "GOMODCACHE", "CGO_ENABLED")
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(out, env); err != nil {
		return nil, fmt.Errorf("reading go env: %w", err)
	}
	return env, nil
}

func (o *Options) goOutput(args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = o.Dir
	cmd.Env = o.Env
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		if stderr.Len() > 0 {
			return nil, o.listFailure(stderr.String())
		}
		return nil, &ConfigError{"cannot run the go command: " + err.Error()}
	}
	return out, nil
}

// expand replaces `./...` in the directory of a go.work file without a module
// of its own by every module in use; the go command refuses that pattern,
// since no module contains the directory.
func (o *Options) expand(env *goEnv, patterns []string) ([]string, error) {
	if env.GOWORK == "" || env.GOWORK == "off" || !slices.Contains(patterns, "./...") {
		return patterns, nil
	}
	out, err := o.goOutput("list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		return nil, err
	}
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return nil, err
	}
	var roots []string
	for root := range strings.Lines(string(out)) {
		root = strings.TrimSpace(root)
		rel, err := filepath.Rel(root, dir)
		if err == nil && filepath.IsLocal(rel) {
			return patterns, nil // inside a used module: the usual meaning
		}
		roots = append(roots, filepath.Join(root, "..."))
	}
	i := slices.Index(patterns, "./...")
	return slices.Replace(slices.Clone(patterns), i, i+1, roots...), nil
}
