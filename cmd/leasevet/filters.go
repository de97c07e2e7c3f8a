package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/leasevet/leasevet/internal/baseline"
	"github.com/leasevet/leasevet/internal/load"
	"github.com/leasevet/leasevet/internal/report"
	"github.com/leasevet/leasevet/internal/since"
)

// filters are the flags that leave findings out of the report.
type filters struct {
	baseline string
	write    bool // the baseline, and not compare with it
	since    string
}

func (f filters) check() error {
	switch {
	case f.write && f.baseline == "":
		return errors.New("-baseline-write needs -baseline FILE")
	case f.write && f.since != "":
		return errors.New("-baseline-write and -since cannot go together: a baseline holds all findings")
	}
	return nil
}

// A sieve is the filters of a run, read before the work is done and not after
// it.
type sieve struct {
	write   bool
	known   *baseline.Baseline // nil for none
	file    string
	changes *since.Changes // nil for none
}

func (o *options) sieve() (*sieve, error) {
	s := &sieve{write: o.filters.write, file: o.inDir(o.filters.baseline)}
	if o.filters.since != "" {
		var err error
		if s.changes, err = since.Of(o.dir, o.filters.since); err != nil {
			return nil, fmt.Errorf("-since: %w", err)
		}
	}
	if s.file == "" {
		return s, nil
	}
	abs, err := filepath.Abs(s.file)
	if err != nil {
		return nil, err
	}
	s.file = abs
	s.known, err = baseline.Read(abs)
	if errors.Is(err, fs.ErrNotExist) && s.write {
		s.known, err = baseline.New(abs), nil
		if info, statErr := os.Stat(filepath.Dir(abs)); statErr != nil || !info.IsDir() {
			err = fmt.Errorf("cannot write %s: no folder %s", abs, filepath.Dir(abs))
		}
	}
	return s, err
}

// directory refuses a -C that is none.
func (o *options) directory() error {
	if o.dir == "" {
		return nil
	}
	if info, err := os.Stat(o.dir); err != nil || !info.IsDir() {
		return fmt.Errorf("-C: no folder %s", o.dir)
	}
	return nil
}

// inDir is a file as the directory of -C knows it.
func (o *options) inDir(file string) string {
	if file == "" || filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(o.dir, file)
}

// apply leaves out findings, and says what it has done: in a word for the closing
// line, and on stderr what somebody should know of.
func (s *sieve) apply(c *command, o *options, result *load.Result) (hidden []string, err error) {
	if s.known != nil {
		scope := baseline.Scope{Files: result.Files}
		for _, a := range o.analyzers {
			scope.Analyzers = append(scope.Analyzers, a.Name)
		}
		if s.write {
			return s.update(c, scope, result)
		}
		gone := s.known.Gone(result.Packages, scope)
		if o.files {
			gone = nil // they may need packages that are not among these
		}
		for _, e := range gone {
			times := ""
			if e.Count > 1 {
				times = fmt.Sprintf(", %d times", e.Count)
			}
			fmt.Fprintf(c.stderr, "leasevet: in the baseline, and no longer found%s: %s\n", times, e)
		}
		if n := s.known.Compare(result.Packages); n > 0 {
			hidden = append(hidden, fmt.Sprintf("%d in the baseline", n))
		}
	}
	if s.changes != nil {
		n := 0
		for _, p := range result.Packages {
			p.Remove(func(f report.Finding) bool {
				to := f.Posn.Line
				if f.End.File == f.Posn.File {
					to = f.End.Line
				}
				if s.changes.Touch(f.Posn.File, f.Posn.Line, to) {
					return false
				}
				n++
				return true
			})
		}
		if n > 0 {
			hidden = append(hidden, fmt.Sprintf("%d on lines older than %s", n, o.filters.since))
		}
	}
	return hidden, nil
}

// update writes the baseline. What is in it is then known.
func (s *sieve) update(c *command, scope baseline.Scope, result *load.Result) (hidden []string, err error) {
	gone := 0
	for _, e := range s.known.Gone(result.Packages, scope) {
		gone += e.Count
	}
	before := s.known.Total()
	s.known.Update(result.Packages, scope)
	data, err := s.known.Marshal()
	if err != nil {
		return nil, err
	}
	if err := replace(s.file, func(w io.Writer) error { _, err := io.Copy(w, bytes.NewReader(data)); return err }); err != nil {
		return nil, err
	}
	total := s.known.Total()
	fmt.Fprintf(c.stderr, "leasevet: wrote %s: %s, %d of them new, %d gone\n", here(s.file), report.Plural(total, "finding"), total-before+gone, gone)
	n := s.known.Compare(result.Packages)
	return []string{fmt.Sprintf("%d in the baseline", n)}, nil
}
