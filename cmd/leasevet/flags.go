package main

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"strconv"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/config"
)

// options are the parsed arguments.
type options struct {
	flags *flag.FlagSet
	args  []string

	enable   map[*analysis.Analyzer]*triState
	given    map[string]bool // flags that the command line sets
	settings *config.Config  // the configuration in force

	analyzers []*analysis.Analyzer // those that run

	json       bool
	context    int
	fix, diff  bool
	generated  bool
	dir        string
	config     string
	tags       string
	tests      bool
	cache      string
	version    string
	printFlags bool
	outputs    outputs
	files      bool
	why        bool
	filters    filters
}

// parse reads flags as x/tools' multichecker does: -NAME runs only the
// analyzers so named, -NAME=false all but those, -NAME.FLAG sets an analyzer's
// own flag.
func (c *command) parse(args []string) (*options, error) {
	o := &options{flags: flag.NewFlagSet("leasevet", flag.ContinueOnError)}
	fs := o.flags
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	o.enable = make(map[*analysis.Analyzer]*triState)
	for _, a := range c.analyzers {
		o.enable[a] = new(triState)
		fs.Var(o.enable[a], a.Name, "run only the analyzers so named, or all but those set to false")
		a.Flags.VisitAll(func(f *flag.Flag) { fs.Var(f.Value, a.Name+"."+f.Name, f.Usage) })
	}
	fs.BoolVar(&o.json, "json", false, "print findings as JSON, as go vet -json does")
	fs.IntVar(&o.context, "c", -1, "show the lines of a finding with `N` lines around them")
	fs.BoolVar(&o.generated, "generated", false, "report findings in generated files too")
	fs.StringVar(&o.dir, "C", "", "change to `DIR` first")
	fs.StringVar(&o.config, "config", "", "configuration `FILE`, or \"off\" (default "+config.Name+" in the directory or the nearest one above it)")
	fs.StringVar(&o.tags, "tags", "", "build tags, `LIST` with commas")
	fs.BoolVar(&o.tests, "tests", true, "analyse test files too")
	fs.StringVar(&o.cache, "cache", "", "`DIR` of the result cache, or \"off\" (default in the user's cache directory)")
	fs.BoolVar(&o.fix, "fix", false, "apply suggested fixes")
	fs.BoolVar(&o.diff, "diff", false, "print the changes that -fix would make, and make none")
	fs.BoolVar(&o.why, "why", false, "tell under each finding how it does harm, step by step")
	fs.BoolVar(&o.files, "files", false, "the arguments are files: analyse their packages, in whatever module each is")
	fs.StringVar(&o.outputs.sarif, "sarif", "", "write findings to `FILE` as SARIF 2.1.0 (\"-\": to the standard output, and nothing else)")
	fs.StringVar(&o.outputs.html, "html", "", "write a report to `FILE` as one self-contained page")
	fs.StringVar(&o.outputs.rdjson, "rdjson", "", "write findings to `FILE` as reviewdog's rdjson (\"-\" as with -sarif)")
	fs.StringVar(&o.filters.baseline, "baseline", "", "report only findings that are not in `FILE`")
	fs.BoolVar(&o.filters.write, "baseline-write", false, "write the findings to the baseline")
	fs.StringVar(&o.filters.since, "since", "", "report only findings on lines changed since `REV`, a revision of git")
	fs.Var((*versionFlag)(&o.version), "V", "print the version")
	fs.Var((*versionFlag)(&o.version), "version", "print the version")
	fs.BoolVar(&o.printFlags, "flags", false, "print the flags as JSON, for the go command")
	if err := fs.Parse(args); err != nil {
		return nil, err
	}
	if err := o.emptied(); err != nil {
		return nil, err
	}
	o.outputs = o.outputs.in(o)
	if err := cmp.Or(o.outputs.check(), o.filters.check()); err != nil {
		return nil, err
	}
	o.args = fs.Args()
	for _, arg := range o.args {
		if len(arg) > 1 && arg[0] == '-' {
			return nil, fmt.Errorf("flag %s must come before the packages", arg)
		}
	}
	return o, nil
}

// emptied is the error of a flag that is set to nothing, as by a variable of a script
// that has no value: it would count as not set, and the run as another one.
func (o *options) emptied() error {
	var err error
	o.flags.Visit(func(f *flag.Flag) {
		switch f.Name {
		case "baseline", "since", "sarif", "rdjson", "html", "config", "cache", "C":
			if f.Value.String() == "" && err == nil {
				err = fmt.Errorf("flag -%s has an empty value", f.Name)
			}
		}
	})
	if err == nil && o.context < -1 {
		err = fmt.Errorf("flag -c wants a number of lines, not %d", o.context)
	}
	return err
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
		case "baseline", "baseline-write", "since", "C", "tags", "tests", "cache", "fix", "V", "version", "flags", "sarif", "rdjson", "html", "files", "why":
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
type triState config.State

const (
	unset    = triState(config.Unset)
	setTrue  = triState(config.On)
	setFalse = triState(config.Off)
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
