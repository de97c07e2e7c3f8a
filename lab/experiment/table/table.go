// Package table prints what came of the experiments.
package table

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/leasevet/leasevet/lab/experiment/rows"
	"github.com/leasevet/leasevet/lab/experiment/schedule"
)

// A Result is what came of both programs of a row on some stores.
type Result struct {
	Row          rows.Row
	On           []string
	Wrong, Right schedule.Outcome
}

// Stores are the names of the stores.
func (r Result) Stores() string { return strings.Join(r.On, " + ") }

// Analyzers are those that report the wrong program.
func Analyzers(r rows.Row) string {
	return cmp.Or(strings.Join(r.Analyzers, ", "), "(a limit)")
}

// Print prints one line for each row and its stores.
func Print(w io.Writer, results []Result, steps bool) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "REPORTED BY\tWRONG PROGRAM\tSTORE\tB'S LOCK\tDATA\tA\tRIGHT PROGRAM: B'S LOCK\tDATA\tA")
	for _, r := range results {
		cells := []string{Analyzers(r.Row), r.Row.Shape, r.Stores()}
		for _, out := range []schedule.Outcome{r.Wrong, r.Right} {
			cells = append(cells, Cells(out)...)
		}
		fmt.Fprintln(t, strings.Join(cells, "\t"))
	}
	t.Flush()
	if !steps {
		return
	}
	for i, r := range results {
		if i > 0 && results[i-1].Row.Shape == r.Row.Shape {
			continue
		}
		fmt.Fprintf(w, "\n%s: %s\n", r.Row.Shape, r.Row.Title)
		for n, step := range r.Row.Steps {
			fmt.Fprintf(w, "%2d. %s\n", n+1, step)
		}
	}
}

// Cells are the answers of an outcome, with a dash for what is not asked.
func Cells(out schedule.Outcome) []string {
	cells := []string{out.Lock, out.Data, out.Told}
	for i := range cells {
		cells[i] = cmp.Or(cells[i], "-")
	}
	return cells
}
