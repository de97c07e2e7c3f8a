package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"

	"golang.org/x/tools/go/analysis"
)

// options are the parsed arguments.
type options struct {
	flags *flag.FlagSet
	args  []string

	analyzers []*analysis.Analyzer // those that are enabled

	json       bool
	context    int
	fix, diff  bool
	generated  bool
	dir        string
	tags       string
	tests      bool
	cache      string
	version    string
	printFlags bool
	outputs    outputs
	files      bool
	why        bool
}

// parse reads flags as x/tools' multichecker does: -NAME runs only the
// analyzers so named, -NAME=false all but those, -NAME.FLAG sets an analyzer's
// own flag.
func (c *command) parse(args []string) (*options, error) {
	o := &options{flags: flag.NewFlagSet("leasevet", flag.ContinueOnError)}
	fs := o.flags
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	enable := make(map[*analysis.Analyzer]*triState)
	for _, a := range c.analyzers {
		enable[a] = new(triState)
		fs.Var(enable[a], a.Name, "run only the analyzers so named, or all but those set to false")
		a.Flags.VisitAll(func(f *flag.Flag) { fs.Var(f.Value, a.Name+"."+f.Name, f.Usage) })
	}
	fs.BoolVar(&o.json, "json", false, "print findings as JSON, as go vet -json does")
	fs.IntVar(&o.context, "c", -1, "show the lines of a finding with `N` lines around them")
	fs.BoolVar(&o.generated, "generated", false, "report findings in generated files too")
	fs.StringVar(&o.dir, "C", "", "change to `DIR` first")
	fs.StringVar(&o.tags, "tags", "", "build `tags`, separated by commas")
	fs.BoolVar(&o.tests, "tests", true, "analyse test files too")
	fs.StringVar(&o.cache, "cache", "", "`DIR` of the result cache, or \"off\" (default in the user's cache directory)")
	fs.BoolVar(&o.fix, "fix", false, "apply suggested fixes")
	fs.BoolVar(&o.diff, "diff", false, "with -fix, print the changes and make none")
	fs.BoolVar(&o.why, "why", false, "tell under each finding how it does harm, step by step")
	fs.BoolVar(&o.files, "files", false, "the arguments are files: analyse their packages, in whatever module each is")
	fs.StringVar(&o.outputs.sarif, "sarif", "", "write findings to `FILE` as SARIF 2.1.0 (\"-\": to the standard output, and nothing else)")
	fs.StringVar(&o.outputs.html, "html", "", "write a report to `FILE` as one self-contained page")
	fs.StringVar(&o.outputs.rdjson, "rdjson", "", "write findings to `FILE` as reviewdog's rdjson (\"-\" as with -sarif)")
	fs.Var((*versionFlag)(&o.version), "V", "print the version")
	fs.BoolVar(&o.printFlags, "flags", false, "print the flags as JSON, for the go command")
	if err := fs.Parse(args); err != nil {
		return nil, err
	}
	if err := o.outputs.check(); err != nil {
		return nil, err
	}
	o.args = fs.Args()
	for _, arg := range o.args {
		if len(arg) > 1 && arg[0] == '-' {
			return nil, fmt.Errorf("flag %s must come before the packages", arg)
		}
	}
	o.analyzers = selected(c.analyzers, func(a *analysis.Analyzer) triState { return *enable[a] })
	return o, nil
}

// selected keeps what the -NAME flags leave. An analyzer that judges what others
// of the suite did, as leasevetdirective does, goes with any choice of them,
// unless it is turned off itself, and no longer requires those that do not run.
func selected(all []*analysis.Analyzer, state func(*analysis.Analyzer) triState) []*analysis.Analyzer {
	judges := func(a *analysis.Analyzer) bool {
		return slices.ContainsFunc(a.Requires, func(r *analysis.Analyzer) bool { return slices.Contains(all, r) })
	}
	only := slices.ContainsFunc(all, func(a *analysis.Analyzer) bool { return state(a) == setTrue })
	runs := func(a *analysis.Analyzer) bool {
		return state(a) == setTrue || state(a) == unset && (!only || judges(a))
	}
	var out []*analysis.Analyzer
	for _, a := range all {
		if !runs(a) {
			continue
		}
		if judges(a) {
			restricted := *a
			restricted.Requires = slices.DeleteFunc(slices.Clone(a.Requires), func(r *analysis.Analyzer) bool {
				return slices.Contains(all, r) && !runs(r)
			})
			a = &restricted
		}
		out = append(out, a)
	}
	return out
}

// printFlags tells the go command which flags to hand through. Those that it
// has itself, or that mean nothing for a single unit, are left out.
func (c *command) printFlags(o *options) int {
	type jsonFlag struct {
		Name  string
		Bool  bool
		Usage string
	}
	list := []jsonFlag{}
	o.flags.VisitAll(func(f *flag.Flag) {
		switch f.Name {
		case "C", "tags", "tests", "cache", "fix", "V", "flags", "sarif", "rdjson", "html", "files", "why":
			return
		}
		b, ok := f.Value.(interface{ IsBoolFlag() bool })
		list = append(list, jsonFlag{f.Name, ok && b.IsBoolFlag(), f.Usage})
	})
	data, err := json.MarshalIndent(list, "", "\t")
	if err != nil {
		return c.fail(exitUsage, err)
	}
	c.stdout.Write(data)
	return exitClean
}

// A triState is a boolean flag that knows whether it was set.
type triState int

const (
	unset triState = iota
	setTrue
	setFalse
)

func (t *triState) IsBoolFlag() bool { return true }
func (t *triState) String() string   { return strconv.FormatBool(t == nil || *t != setFalse) }
func (t *triState) Set(s string) error {
	b, err := strconv.ParseBool(s)
	if err != nil {
		return fmt.Errorf("want true or false")
	}
	*t = setFalse
	if b {
		*t = setTrue
	}
	return nil
}

// versionFlag is -V for people and -V=full for the go command.
type versionFlag string

func (v *versionFlag) IsBoolFlag() bool   { return true }
func (v *versionFlag) String() string     { return "" }
func (v *versionFlag) Set(s string) error { *v = versionFlag(s); return nil }
