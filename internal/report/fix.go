package report

import (
	"bytes"
	"cmp"
	"fmt"
	"go/format"
	"io"
	"maps"
	"os"
	"slices"
)

// Fixes applies the first fix of each finding to the content of its files and
// returns the files that change. A fix is applied whole or not at all: one that
// overlaps with an earlier one waits for the next run. Nothing is written.
func Fixes(packages []*Package) (changed map[string][]byte, fixed func(Finding) bool, err error) {
	accepted := make(map[string][]Edit)
	done := make(map[Position]string)
	for _, p := range packages {
		for _, analyzer := range p.analyzers() {
			for _, f := range p.Findings[analyzer] {
				if len(f.Fixes) > 0 && accept(accepted, f.Fixes[0].Edits) {
					done[f.Posn] = f.Message
				}
			}
		}
	}
	changed = make(map[string][]byte)
	for name, edits := range accepted {
		old, err := os.ReadFile(name)
		if err != nil {
			return nil, nil, err
		}
		text, err := apply(old, edits)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", name, err)
		}
		if !bytes.Equal(old, text) {
			changed[name] = text
		}
	}
	return changed, func(f Finding) bool { m, ok := done[f.Posn]; return ok && m == f.Message }, nil
}

// accept adds a fix's edits to those of its files unless one is in the way.
func accept(accepted map[string][]Edit, fix []Edit) bool {
	for _, e := range fix {
		for _, other := range accepted[e.Filename] {
			if e != other && e.Start < max(other.End, other.Start+1) && other.Start < max(e.End, e.Start+1) {
				return false
			}
		}
	}
	for _, e := range fix {
		// Two findings may ask for the same import: once is enough.
		if !slices.Contains(accepted[e.Filename], e) {
			accepted[e.Filename] = append(accepted[e.Filename], e)
		}
	}
	return len(fix) > 0
}

// apply makes the edits, and formats the result if the file was formatted.
func apply(old []byte, edits []Edit) ([]byte, error) {
	slices.SortFunc(edits, func(a, b Edit) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
	var buf bytes.Buffer
	at := 0
	for _, e := range edits {
		if e.Start < at || e.End < e.Start || e.End > len(old) {
			return nil, fmt.Errorf("an edit of bytes %d to %d does not fit", e.Start, e.End)
		}
		buf.Write(old[at:e.Start])
		buf.WriteString(e.New)
		at = e.End
	}
	buf.Write(old[at:])
	if was, err := format.Source(old); err != nil || !bytes.Equal(was, old) {
		return buf.Bytes(), nil
	}
	return format.Source(buf.Bytes())
}

// WriteFiles writes the changed files in place.
func WriteFiles(changed map[string][]byte) error {
	for _, name := range slices.Sorted(maps.Keys(changed)) {
		if err := os.WriteFile(name, changed[name], 0o666); err != nil {
			return err
		}
	}
	return nil
}

// WriteDiffs writes what would change as unified diffs. Files below dir are named
// relative to it.
func WriteDiffs(w io.Writer, dir string, changed map[string][]byte) error {
	for _, name := range slices.Sorted(maps.Keys(changed)) {
		old, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if _, err := w.Write(Diff(Text{Dir: dir}.Position(Position{File: name}), old, changed[name])); err != nil {
			return err
		}
	}
	return nil
}
