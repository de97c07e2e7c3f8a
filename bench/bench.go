package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// A bench is one run of this program.
type bench struct {
	*options
	repo, work string
	tree       *tree
	leasevet   string
	checker    string // staticcheck; "" if there is none
	edits      int

	run     int64 // differs each time this program runs
	gocache string
	samples map[row][]sample
	goLine  string // the Go release and the platform
}

// A row is a line of the table.
type row struct{ state, tool string }

// The states of caches, and the tools.
const (
	empty     = "empty build cache"
	warm      = "warm build cache, first run"
	unchanged = "unchanged"
	edited    = "one file edited"

	golist      = "go list"
	govet       = "go vet"
	leasevet    = "leasevet"
	vettool     = "leasevet as vettool"
	staticcheck = "staticcheck"
)

// states and tools give the order of the table.
var (
	states = []string{empty, warm, unchanged, edited}
	tools  = []string{golist, govet, leasevet, vettool, staticcheck}
)

// staticcheckVersion is what is built if the machine has none.
const staticcheckVersion = "honnef.co/go/tools/cmd/staticcheck@v0.8.2"

// prepare builds the tools and looks at the tree.
func (b *bench) prepare(ctx context.Context) error {
	b.samples, b.run = make(map[row][]sample), time.Now().UnixNano()
	if b.cold {
		b.gocache = "GOCACHE=" + filepath.Join(b.work, "gocache")
	}
	if err := b.tree.survey(ctx, b.edit); err != nil {
		return err
	}
	out, err := goOutput(ctx, b.tree.dir, "version")
	if err != nil {
		return err
	}
	b.goLine = strings.TrimPrefix(strings.TrimSpace(string(out)), "go version ")
	if b.leasevet, err = b.build(ctx, 0); err != nil {
		return err
	}
	return b.findStaticcheck(ctx)
}

// build makes a leasevet that no cache knows: the go command and leasevet both
// tell programs apart by their content, and a different number is enough.
func (b *bench) build(ctx context.Context, n int) (string, error) {
	exe := filepath.Join(b.work, "bin", fmt.Sprintf("leasevet%d", n)+exeSuffix())
	_, err := goOutput(ctx, b.repo, "build", fmt.Sprintf("-ldflags=-X=main.bench=%d.%d", b.run, n), "-o", exe, "./cmd/leasevet")
	return exe, err
}

func exeSuffix() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}

func (b *bench) findStaticcheck(ctx context.Context) (err error) {
	switch b.staticcheck {
	case "off":
		return nil
	case "auto":
		if b.checker, err = exec.LookPath("staticcheck"); err == nil {
			return nil
		}
		bin := filepath.Join(b.work, "bin")
		cmd := exec.CommandContext(ctx, "go", "install", staticcheckVersion)
		cmd.Env = append(os.Environ(), "GOBIN="+bin, "GOFLAGS=")
		if out, err := cmd.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "bench: staticcheck is left out, since it cannot be built: %s\n", firstLines(string(out), 1))
			return ctx.Err()
		}
		b.checker = filepath.Join(bin, "staticcheck"+exeSuffix())
		return nil
	}
	b.checker, err = exec.LookPath(b.staticcheck)
	return err
}

// job is the command of a tool in round n, with the caches of that round.
func (b *bench) job(tool string, n int) job {
	round := func(name string) string { return filepath.Join(b.work, fmt.Sprintf("%s%d", name, n)) }
	switch tool {
	case golist:
		// The least that a loader must ask for.
		return job{[]string{"go", "list", "-e", "-deps", "-test", "./..."}, b.env(), 0}
	case govet:
		// The value is part of the key of the go command's cache and means
		// nothing: with it, all packages are vetted anew and none is compiled.
		return job{[]string{"go", "vet", fmt.Sprintf("-printf.funcs=bench%d.%d", b.run, n), "./..."}, b.env(), 1}
	case leasevet:
		return job{[]string{b.leasevet, "-cache=" + round("results"), "./..."}, b.env(), 1}
	case vettool:
		return job{[]string{"go", "vet", "-vettool=" + b.leasevet, "./..."}, b.env(), 1}
	default:
		return job{[]string{b.checker, "./..."}, append(b.env(), "STATICCHECK_CACHE="+round("staticcheck")), 1}
	}
}

// env is where all tools find compiled packages: in a cache of ours that was
// empty at the beginning, or in that of the user.
func (b *bench) env() []string {
	if b.gocache == "" {
		return nil
	}
	return []string{b.gocache}
}

// measure fills the table.
func (b *bench) measure(ctx context.Context) error {
	// The first go list reads directories that are not in the system's
	// cache yet, which is no tool's cost.
	if _, err := b.job(golist, 0).measure(ctx, b.tree.dir); err != nil {
		return err
	}
	cold := b.job(leasevet, 0)
	cold.env = []string{"GOCACHE=" + filepath.Join(b.work, "gocache-empty")}
	if b.cold {
		if err := b.add(ctx, row{empty, leasevet}, cold); err != nil {
			return err
		}
	}
	first := b.job(govet, 0)
	if !b.cold {
		// Only what go vet needs has to be compiled.
		first.args = []string{"go", "list", "-deps", "-test", "-export", "./..."}
		if _, err := first.measure(ctx, b.tree.dir); err != nil {
			return err
		}
	} else if err := b.add(ctx, row{empty, govet}, first); err != nil {
		return err
	}
	for n := 1; n <= b.runs; n++ {
		if err := b.round(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// round measures all tools in all states but the empty build cache.
func (b *bench) round(ctx context.Context, n int) (err error) {
	if n > 1 {
		if b.leasevet, err = b.build(ctx, n); err != nil {
			return err
		}
	}
	for _, state := range states[1:] {
		for _, tool := range tools {
			if tool == staticcheck && b.checker == "" || tool == golist && state == edited {
				continue
			}
			if state == edited {
				// Each tool sees an edit of its own: what one lets the go command
				// compile would be there for the next.
				b.edits++
				if err := b.tree.touch(b.edits); err != nil {
					return err
				}
			}
			if err := b.add(ctx, row{state, tool}, b.job(tool, n)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *bench) add(ctx context.Context, r row, j job) error {
	s, err := j.measure(ctx, b.tree.dir)
	if err != nil {
		return err
	}
	b.samples[r] = append(b.samples[r], s)
	if b.verbose {
		fmt.Fprintf(os.Stderr, "%-28s %7.2fs %6d MB  %s\n", r.state, s.cpu.Seconds(), s.peak>>20, strings.ReplaceAll(j.String(), b.work, "…"))
	}
	return nil
}
