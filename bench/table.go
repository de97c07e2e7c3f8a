package main

import (
	"fmt"
	"io"
	"path/filepath"
	"runtime"
)

// A limit is what leasevet may cost at most, as a ratio to another tool's CPU
// seconds in the same state.
type limit struct {
	row
	ratio float64
	to    string
}

// limits are those that the project has set itself; see docs/performance.md.
var limits = []limit{
	{row{empty, leasevet}, 0.05, govet},
	{row{warm, leasevet}, 0.30, govet},
	{row{warm, vettool}, 0.45, govet},
	{row{unchanged, leasevet}, 1.5, golist},
	{row{unchanged, vettool}, 1.0, govet},
	{row{edited, leasevet}, 0.40, govet},
}

// memoryLimit is the peak memory that leasevet may have, in bytes: 0.35 GB at a
// million lines, all dependencies counted, 1.6 GB at five million, and on the
// line through both in between and beyond.
func memoryLimit(lines int) float64 {
	const slope = (1.6e9 - 0.35e9) / 4e6
	return 0.35e9 + slope*max(0, float64(lines)-1e6)
}

// print writes the table and says whether all limits were kept.
func (b *bench) print(w io.Writer) (kept bool) {
	t := b.tree
	edit, err := filepath.Rel(t.dir, t.edit)
	if err != nil {
		edit = t.edit
	}
	fmt.Fprintf(w, "%d units, %d lines of Go with all dependencies, %d of its own\n", t.units, t.lines, t.own)
	fmt.Fprintf(w, "%s, %d processors; edited: %s\n\n", b.goLine, runtime.NumCPU(), filepath.ToSlash(edit))
	fmt.Fprintf(w, "%-22s %8s %10s %10s %8s\n", "", "CPU s", "× go vet", "× go list", "peak MB")
	kept = true
	for _, state := range states {
		header := false
		for _, tool := range tools {
			list := b.samples[row{state, tool}]
			if len(list) == 0 {
				continue
			}
			if !header {
				header = true
				fmt.Fprintln(w, state)
			}
			s := median(list)
			fmt.Fprintf(w, "  %-20s %8.2f %10s %10s %8d", tool, s.cpu.Seconds(), b.ratio(s, row{state, govet}), b.ratio(s, row{state, golist}), s.peak/1e6)
			if !b.verdict(w, row{state, tool}, s) {
				kept = false
			}
			fmt.Fprintln(w)
		}
	}
	return kept
}

func (b *bench) ratio(s sample, to row) string {
	if len(b.samples[to]) == 0 {
		return ""
	}
	return fmt.Sprintf("%.3f", quotient(s, median(b.samples[to])))
}

func quotient(a, b sample) float64 { return a.cpu.Seconds() / max(b.cpu.Seconds(), 1e-3) }

// verdict names the limits of a row and says whether they were kept.
func (b *bench) verdict(w io.Writer, r row, s sample) (kept bool) {
	kept = true
	say := func(ok bool, format string, args ...any) {
		word := "ok"
		if !ok {
			word, kept = "MISSED", false
		}
		fmt.Fprintf(w, "  "+format+" %s", append(args, word)...)
	}
	for _, l := range limits {
		if base := b.samples[row{r.state, l.to}]; l.row == r && len(base) > 0 {
			say(quotient(s, median(base)) <= l.ratio, "≤%g × %s", l.ratio, l.to)
		}
	}
	if r.tool == leasevet && s.peak > 0 {
		most := memoryLimit(b.tree.lines)
		say(float64(s.peak) <= most, "≤%.0f MB", most/1e6)
	}
	return kept
}
