// Bench measures what leasevet costs beside go list, stock go vet and staticcheck.
//
//	go run ./bench [flags] [DIR]
//
// DIR is a directory in the module to measure on; without it that is the module
// in testdata. The module is copied first, with those of its workspace and
// those that it replaces, so that its files are never touched, and every tool
// gets caches of its own. What is measured is CPU seconds, user and system, of a
// command and all that it starts, and the peak memory of the largest process
// among these.
//
// On a large service with an empty build cache this takes some minutes and
// some GB of disk in the directory for temporary files (see -tmp).
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

const (
	exitMissed = 1 // -check, and a limit was not kept
	exitFault  = 2
)

type options struct {
	dir         string
	runs        int
	cold        bool
	staticcheck string
	edit        string
	tmp         string
	check       bool
	verbose     bool
}

func main() {
	var o options
	fs := flag.NewFlagSet("bench", flag.ExitOnError)
	fs.IntVar(&o.runs, "n", 1, "measure `N` times what does not need an empty build cache, and give medians")
	fs.BoolVar(&o.cold, "cold", true, "measure with an empty build cache too; without, compiled packages come from the user's build cache")
	fs.StringVar(&o.staticcheck, "staticcheck", "auto", "the staticcheck `program`; auto finds or builds one, off leaves it out")
	fs.StringVar(&o.edit, "edit", "", "the `file` to edit, relative to DIR (default a file of the package that most others import)")
	fs.StringVar(&o.tmp, "tmp", "", "`directory` for the copy and the caches (default that of the system)")
	fs.BoolVar(&o.check, "check", false, "exit 1 if a limit was not kept")
	fs.BoolVar(&o.verbose, "v", false, "print each command with its figures as it ends")
	fs.Usage = func() {
		fmt.Fprintln(fs.Output(), "usage: go run ./bench [flags] [DIR]")
		fs.PrintDefaults()
	}
	fs.Parse(os.Args[1:])
	if fs.NArg() > 1 {
		fs.Usage()
		os.Exit(exitFault)
	}
	o.dir = fs.Arg(0)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	kept, err := o.run(ctx)
	stop()
	switch {
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(os.Stderr, "bench: interrupted")
		os.Exit(exitFault)
	case err != nil:
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(exitFault)
	case o.check && !kept:
		os.Exit(exitMissed)
	}
}

// run measures, prints the table, and says whether all limits were kept. What it
// wrote is gone when it returns.
func (o *options) run(ctx context.Context) (kept bool, err error) {
	repo, err := repository(ctx)
	if err != nil {
		return false, err
	}
	dir := o.dir
	if dir == "" {
		dir = repo + "/testdata"
	}
	work, err := os.MkdirTemp(o.tmp, "leasevet-bench-")
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	t, err := copyTree(ctx, dir, work)
	if err != nil {
		return false, err
	}
	b := &bench{options: o, repo: repo, work: work, tree: t}
	if err := b.prepare(ctx); err != nil {
		return false, err
	}
	if err := b.measure(ctx); err != nil {
		return false, err
	}
	return b.print(os.Stdout), nil
}
