// Command experiment runs the experiment of the late writer on embedded stores: each
// program that leasevet reports, and the one that it leaves alone.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/leasevet/leasevet/lab/experiment/rows"
	"github.com/leasevet/leasevet/lab/experiment/schedule"
	"github.com/leasevet/leasevet/lab/experiment/stores"
	"github.com/leasevet/leasevet/lab/experiment/table"
)

const usage = `usage: go run ./lab [-steps]

Runs the experiment of the late writer on an embedded Redis (miniredis) and an
embedded SQLite, and prints what becomes of B's lock and of B's data. It needs no
server; session locks, which do, are left out. The clock is moved, and no lease is
waited for but one of 1.5 s that a ticker renews.

The exit status is 1 if an experiment does not come out as declared.

`

func main() {
	os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("lab", flag.ContinueOnError)
	flags.SetOutput(stderr)
	steps := flags.Bool("steps", false, "print the schedule of each experiment, too")
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), usage)
		flags.PrintDefaults()
	}
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	case flags.NArg() > 0:
		fmt.Fprintf(stderr, "lab: no argument is expected: %s\n", flags.Arg(0))
		return 2
	}
	stores.Quiet()
	results, failed := experiments(ctx)
	for _, err := range failed {
		fmt.Fprintf(stderr, "lab: not as declared: %v\n", err)
	}
	if err := headline(stdout, results); err != nil {
		fmt.Fprintf(stderr, "lab: %v\n", err)
		return 1
	}
	fmt.Fprintln(stdout)
	table.Print(stdout, results, *steps)
	if len(failed) > 0 {
		fmt.Fprintf(stderr, "lab: programs that did not do as declared: %d\n", len(failed))
		return 1
	}
	return 0
}

// experiments runs both programs of each row on each of its embedded stores.
func experiments(ctx context.Context) (results []table.Result, failed []error) {
	for _, row := range rows.All() {
		for _, on := range row.On {
			if !stores.Embedded(on) {
				continue
			}
			result := table.Result{Row: row, On: on}
			for _, side := range []schedule.Side{schedule.Wrong, schedule.Right} {
				out, err := one(ctx, row, on, side)
				if err != nil {
					failed = append(failed, err)
				}
				*schedule.Pick(side, &result.Wrong, &result.Right) = out
			}
			results = append(results, result)
		}
	}
	if len(results) == 0 {
		failed = append(failed, errors.New("there are no experiments"))
	}
	return results, failed
}

func one(ctx context.Context, row rows.Row, on []string, side schedule.Side) (schedule.Outcome, error) {
	env, done, err := stores.Open(ctx, on)
	if err != nil {
		return schedule.Outcome{}, err
	}
	defer done()
	return row.Check(ctx, env, side)
}

// headline prints the three lines that say it all.
func headline(w io.Writer, results []table.Result) error {
	found := map[string]table.Result{}
	for _, r := range results {
		found[r.Row.Shape] = r
	}
	release, write := found["plaindelete"], found["fencedupdate"]
	for _, line := range []struct{ what, came, a, isA, b, isB string }{
		{"owner comparison", release.Right.Lock, schedule.Lost, "B lease is lost", schedule.Survives, "B lease survives"},
		{"unprotected resource", write.Wrong.Data, schedule.OfA, "late A result", schedule.OfB, "B result"},
		{"fenced resource", write.Right.Data, schedule.OfA, "late A result", schedule.OfB, "B result"},
	} {
		switch line.came {
		case line.a:
			fmt.Fprintf(w, "%s: %s\n", line.what, line.isA)
		case line.b:
			fmt.Fprintf(w, "%s: %s\n", line.what, line.isB)
		default:
			return fmt.Errorf("%s: the experiment has no result", line.what)
		}
	}
	return nil
}
