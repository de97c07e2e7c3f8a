// Command real runs all experiments on real servers: redis-server and PostgreSQL
// where they are installed, and an etcd of its own. With -docs it writes what came of them
// to docs/proof.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/leasevet/leasevet/lab/experiment/proof"
	"github.com/leasevet/leasevet/lab/experiment/servers"
	"github.com/leasevet/leasevet/lab/experiment/stores"
	"github.com/leasevet/leasevet/lab/experiment/table"
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("real", flag.ContinueOnError)
	flags.SetOutput(stderr)
	docs := flags.Bool("docs", false, "write what comes of the experiments to docs/proof.md; needs all servers")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	case flags.NArg() > 0:
		fmt.Fprintf(stderr, "real: no argument is expected: %s\n", flags.Arg(0))
		return 2
	}
	stores.Quiet()
	s, err := servers.Start(ctx)
	if err != nil {
		fmt.Fprintf(stderr, "real: %v\n", err)
		return 1
	}
	defer s.Stop()
	var results, named []table.Result
	status := 0
	for _, r := range s.Run(ctx) {
		switch {
		case r.Missing != nil:
			fmt.Fprintf(stderr, "real: %s is not run on %s: %v\n", r.Row.Shape, r.Stores(), r.Missing)
			if *docs {
				status = 1
			}
			continue
		case r.Err != nil:
			fmt.Fprintf(stderr, "real: not as declared on %s: %v\n", r.Stores(), r.Err)
			status = 1
		}
		results = append(results, r.Result)
		r.On = s.Named(r.On)
		named = append(named, r.Result)
	}
	table.Print(stdout, named, false)
	if *docs && status == 0 {
		if err := write(ctx, results, s.Version); err != nil {
			fmt.Fprintf(stderr, "real: %v\n", err)
			return 1
		}
	}
	return status
}

// write writes the page. The command is run in the folder of the module.
func write(ctx context.Context, results []table.Result, version map[string]string) error {
	const root = "../.."
	tmp, err := os.MkdirTemp("", "lab-leasevet")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	leasevet, err := proof.Build(ctx, root, tmp)
	if err != nil {
		return err
	}
	findings, err := leasevet.Findings(ctx, ".")
	if err != nil {
		return err
	}
	page, err := proof.Page(".", results, findings, version)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, "docs", "proof.md"), page, 0o666)
}
