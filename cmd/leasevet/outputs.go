package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"honnef.co/go/tools/analysis/lint"

	"github.com/leasevet/leasevet/analyzers"
	"github.com/leasevet/leasevet/internal/docgen"
	"github.com/leasevet/leasevet/internal/load"
	"github.com/leasevet/leasevet/internal/report"
)

// outputs are the files that findings are written to, beside what is printed.
// "-" is the standard output, which then gets nothing else.
type outputs struct {
	sarif  string
	rdjson string
	html   string
}

// in is the outputs as the directory of -C knows them.
func (o outputs) in(opts *options) outputs {
	for _, name := range []*string{&o.sarif, &o.rdjson, &o.html} {
		if *name != "-" {
			*name = opts.inDir(*name)
		}
	}
	return o
}

func (o outputs) files() []string { return []string{o.sarif, o.rdjson, o.html} }

// quiet says that one of them takes the standard output.
func (o outputs) quiet() bool { return slices.Contains(o.files(), "-") }

// check refuses outputs that would overwrite one another, and folders that are
// not there before the work is done and not after it.
func (o outputs) check() error {
	seen := map[string]bool{"": true}
	for _, name := range o.files() {
		if seen[name] && name != "" {
			return fmt.Errorf("two outputs cannot go to the same place (%s)", name)
		}
		seen[name] = true
		if name == "" {
			continue
		}
		if info, err := os.Stat(filepath.Dir(name)); err != nil || !info.IsDir() {
			return fmt.Errorf("cannot write %s: no folder %s", name, filepath.Dir(name))
		}
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			return fmt.Errorf("cannot write %s: it is a folder", name)
		}
	}
	return nil
}

// together refuses flags of which one would be obeyed and the other silently not.
func (o *options) together() error {
	fixing := "-fix"
	if o.diff {
		fixing = "-diff"
	}
	var other string
	switch {
	case o.json && o.outputs.quiet():
		return errors.New("-json and an output to - cannot go together: both want the standard output")
	case !o.fix && !o.diff:
		return nil
	case o.json:
		other = "-json"
	case o.outputs.sarif != "":
		other = "-sarif"
	case o.outputs.rdjson != "":
		other = "-rdjson"
	case o.outputs.html != "":
		other = "-html"
	case o.filters.write:
		other = "-baseline-write"
	default:
		return nil
	}
	return fmt.Errorf("%s and %s cannot go together: run one after the other", fixing, other)
}

// repository is the root of the repository that dir is in, which is what paths
// in logs are relative to where they are shown; dir itself outside of any.
func repository(wd, dir string) string {
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(wd, dir)
	}
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			return dir
		}
	}
}

// write writes them all. Each file is complete or not there: one that stood
// there before is replaced only by a whole one.
func (c *command) write(o *options, root string, result *load.Result) error {
	s := report.Sarif{Root: root, Version: moduleVersion(), Rules: c.rules(), Incomplete: len(result.Problems) > 0}
	for _, out := range []struct {
		file  string
		write func(io.Writer, []*report.Package) error
	}{
		{o.outputs.sarif, s.Write},
		{o.outputs.rdjson, report.Rdjson{Sarif: s}.Write},
		{o.outputs.html, report.HTML{Sarif: s}.Write},
	} {
		var err error
		switch out.file {
		case "":
			continue
		case "-":
			err = out.write(c.stdout, result.Packages)
		default:
			err = replace(out.file, func(w io.Writer) error { return out.write(w, result.Packages) })
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// rules is what logs say of the analyzers.
func (c *command) rules() []report.Rule {
	rules := make([]report.Rule, len(c.analyzers))
	for i, a := range c.analyzers {
		rules[i] = report.Rule{Name: a.Name, Title: a.Doc, Text: a.Doc, Markdown: a.Doc, URL: a.URL, Level: "warning"}
		if raw := analyzers.Doc(a.Name); raw != nil {
			doc := raw.Compile()
			rules[i].Title, rules[i].Text, rules[i].Markdown = doc.Title, doc.Format(false), string(docgen.Body(a, raw))
			if raw.Severity == lint.SeverityError {
				rules[i].Level = "error"
			}
		}
	}
	return rules
}

// replace writes a file beside name and then gives it that name.
func replace(name string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".leasevet-*")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", name, errors.Unwrap(err))
	}
	defer os.Remove(f.Name())
	err = errors.Join(write(f), f.Chmod(0o644), f.Close())
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
