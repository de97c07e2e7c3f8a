package main

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/leasevet/leasevet/lab/experiment/rows"
	"github.com/leasevet/leasevet/lab/experiment/schedule"
	"github.com/leasevet/leasevet/lab/experiment/stores"
)

// TestEmbedded runs every experiment that has embedded stores, twice: the second run
// prints the same bytes.
func TestEmbedded(t *testing.T) {
	first := output(t, 0)
	if second := output(t, 0); second != first {
		t.Errorf("a second run prints something else:\n%s\n%s", first, second)
	}
	const begins = `owner comparison: B lease survives
unprotected resource: late A result
fenced resource: B result
`
	if !strings.HasPrefix(first, begins) {
		t.Errorf("the output does not begin as it should:\n%s", first)
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil || !strings.Contains(string(readme), begins) {
		t.Errorf("the README does not show these lines: %v", err)
	}
	for _, row := range rows.All() {
		if slices.ContainsFunc(row.On, stores.Embedded) != strings.Contains(first, " "+row.Shape+" ") {
			t.Errorf("the table lacks %s, or has what it cannot have", row.Shape)
		}
	}
}

func output(t *testing.T, status int, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if got := run(t.Context(), args, &out, &errs); got != status {
		t.Fatalf("%v ends with %d, want %d\n%s%s", args, got, status, out.Bytes(), errs.Bytes())
	}
	return out.String()
}

func TestUsage(t *testing.T) {
	output(t, 0, "-h")
	output(t, 2, "-nosuch")
	output(t, 2, "nosuch")
}

// TestDeclared makes sure that an experiment that comes out otherwise is noticed.
func TestDeclared(t *testing.T) {
	for _, row := range rows.All() {
		if row.Wrong == row.Right {
			t.Errorf("%s: the right program is no better than the wrong one", row.Shape)
		}
		row.Wrong, row.Right = row.Right, row.Wrong
		for _, on := range row.On {
			if !stores.Embedded(on) {
				continue
			}
			if _, err := one(t.Context(), row, on, schedule.Wrong); err == nil {
				t.Errorf("%s: the wrong program comes out like the right one, and nobody notices", row.Shape)
			}
		}
	}
}
