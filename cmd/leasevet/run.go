package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/load"
	"github.com/leasevet/leasevet/internal/report"
	"github.com/leasevet/leasevet/internal/unit"
)

// run picks the mode from the arguments and returns the exit status.
func (c *command) run(args []string) int {
	if err := analysis.Validate(c.analyzers); err != nil {
		return c.fail(exitUsage, err)
	}
	if len(args) > 0 {
		switch args[0] {
		case "help":
			return c.help(args[1:])
		case "explain":
			return c.explain(args[1:])
		}
	}
	o, err := c.parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return c.help(nil)
	case err != nil:
		fmt.Fprintf(c.stderr, "leasevet: %v\nRun 'leasevet help' for usage.\n", err)
		return exitUsage
	case o.version != "":
		return c.version(o.version)
	case o.printFlags:
		return c.printFlags(o)
	}
	if n := len(o.args); n == 1 && strings.HasSuffix(o.args[0], ".cfg") {
		return c.vet(o)
	}
	return c.analyse(o)
}

// vet answers the go command for one unit.
func (c *command) vet(o *options) int {
	cfg, err := unit.ReadConfig(o.args[0])
	if err != nil {
		return c.fail(1, err)
	}
	v := unit.VetOptions{
		Analyzers: o.analyzers,
		Client:    c.client,
		Generated: o.generated,
		JSON:      o.json,
		Fix:       o.fix,
		Diff:      o.diff,
		Context:   o.context,
	}
	return v.Vet(cfg, c.stdout, c.stderr)
}

// analyse is the command line proper.
func (c *command) analyse(o *options) int {
	start := time.Now()
	result, err := load.Run(load.Options{
		Dir:       o.dir,
		Patterns:  o.args,
		Tags:      o.tags,
		Tests:     o.tests,
		Generated: o.generated,
		Analyzers: o.analyzers,
		Client:    c.client,
	})
	if err != nil {
		var config *load.ConfigError
		if errors.As(err, &config) {
			return c.fail(exitUsage, err)
		}
		return c.fail(exitLoad, err)
	}
	wd, err := os.Getwd()
	if err != nil {
		return c.fail(exitLoad, err)
	}
	text := report.Text{Dir: wd, Context: o.context, Color: isTerminal(c.stdout)}
	if o.json {
		err = report.WriteJSON(c.stdout, result.Packages)
	} else {
		err = text.Write(c.stdout, result.Packages, report.Summary{Packages: result.Checked, Elapsed: time.Since(start)})
	}
	if err != nil {
		return c.fail(exitLoad, err)
	}
	c.problems(text, result)
	switch {
	case len(result.Problems) > 0:
		return exitLoad
	case result.Findings() > 0:
		return exitFindings
	}
	return exitClean
}

// problems says once for each package why it was not analysed.
func (c *command) problems(text report.Text, result *load.Result) {
	for _, p := range result.Problems {
		where := ""
		if p.Posn.File != "" {
			where = text.Position(p.Posn) + ": "
		}
		fmt.Fprintf(c.stderr, "leasevet: %s: %s%s\n", p.Path, where, p.Msg)
	}
	if n := result.Skipped; n > 0 {
		fmt.Fprintf(c.stderr, "leasevet: not analysed because what they import does not type-check: %s\n", report.Plural(n, "package"))
	}
}

func (c *command) fail(status int, err error) int {
	fmt.Fprintf(c.stderr, "leasevet: %v\n", err)
	return status
}

// isTerminal says whether w is a screen that somebody looks at.
func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}
