package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/analyzers/leasevetdirective"
	"github.com/leasevet/leasevet/internal/cache"
	"github.com/leasevet/leasevet/internal/lease"
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
		case "config":
			return c.showConfig(args[1:])
		}
	}
	o, err := c.parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return c.help(nil)
	case err != nil:
		return c.usage(err)
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

// analyse is the command line proper.
func (c *command) analyse(o *options) int {
	start := time.Now()
	if err := cmp.Or(o.together(), o.directory()); err != nil {
		return c.usage(err)
	}
	if err := c.configure(o); err != nil {
		return c.fail(exitUsage, err)
	}
	jobs, err := o.jobs()
	if err != nil {
		return c.fail(exitUsage, err)
	}
	sieve, err := o.sieve()
	if err != nil {
		return c.fail(exitUsage, err)
	}
	results, tool := c.openCache(o)
	run := load.Options{
		Tags:      o.tags,
		Tests:     o.tests,
		Generated: o.generated,
		Analyzers: o.analyzers,
		Clients:   c.reached(),
		Cache:     results,
		ToolID:    tool,
		GoVersion: c.goVersion,
		Settings:  fmt.Sprintf("wrappers %+v", o.settings.Wrappers),
		Verify:    verifications(o),
	}
	bar := newProgress(c.stderr)
	if isTerminal(c.stderr) {
		run.Progress = bar.step
	}
	result := new(load.Result)
	for _, job := range jobs {
		run.Dir, run.Patterns = job.dir, job.patterns
		var one *load.Result
		if one, err = load.Run(run); err != nil {
			break
		}
		result.Add(one)
	}
	bar.end()
	if err != nil {
		var config *load.ConfigError
		if errors.As(err, &config) {
			return c.fail(exitUsage, errors.New(strings.Join(strings.Fields(err.Error()), " ")))
		}
		return c.fail(exitLoad, err)
	}
	wd, err := os.Getwd()
	if err != nil {
		return c.fail(exitLoad, err)
	}
	if o.files {
		// What a comment suppresses may need packages that are not among these.
		for _, p := range result.Packages {
			p.Remove(func(f report.Finding) bool { return f.Category == leasevetdirective.Unused })
		}
	}
	hidden, err := sieve.apply(c, o, result)
	if err != nil {
		return c.fail(exitLoad, err)
	}
	text := report.Text{Dir: wd, Context: o.context, Color: isTerminal(c.stdout) && os.Getenv("NO_COLOR") == "", Why: o.why}
	switch {
	case o.fix || o.diff:
		return c.fix(o, text, result)
	case o.outputs.quiet():
	case o.json:
		err = report.WriteJSON(c.stdout, result.Packages)
	default:
		err = text.Write(c.stdout, result.Packages, report.Summary{Packages: result.Checked, Elapsed: time.Since(start), Hidden: hidden})
	}
	if err = errors.Join(err, c.write(o, repository(wd, o.dir), result)); err != nil {
		return c.fail(exitLoad, err)
	}
	c.problems(text, result)
	return status(result, result.Findings() > 0)
}

// fix applies suggested fixes, or shows them, and prints the findings that are
// left.
func (c *command) fix(o *options, text report.Text, result *load.Result) int {
	changed, fixed, err := report.Fixes(result.Packages)
	left := 0
	switch {
	case err != nil:
	case o.diff:
		err = report.WriteDiffs(c.stdout, text.Dir, changed)
		left = len(changed)
		if n := result.Findings(); n > 0 && left == 0 {
			fmt.Fprintf(c.stderr, "leasevet: no fix for %s\n", report.Plural(n, "finding"))
		}
	default:
		for _, p := range result.Packages {
			p.Remove(fixed)
		}
		left = result.Findings()
		err = errors.Join(report.WriteFiles(changed), text.WriteFindings(c.stdout, result.Packages))
	}
	if err != nil {
		return c.fail(exitLoad, err)
	}
	c.problems(text, result)
	return status(result, left > 0)
}

// status is the exit status. A result that is incomplete says so, whatever was
// found in the rest.
func status(result *load.Result, findings bool) int {
	switch {
	case len(result.Unmatched) > 0:
		return exitUsage
	case len(result.Problems) > 0:
		return exitLoad
	case findings:
		return exitFindings
	}
	return exitClean
}

// problems says why packages were not analysed: once for each of them, or once for all
// that one missing module keeps from being loaded.
func (c *command) problems(text report.Text, result *load.Result) {
	for _, line := range result.Unmatched {
		fmt.Fprintf(c.stderr, "leasevet: %s\n", here(line))
	}
	same := make(map[string]int)
	for _, p := range result.Problems {
		if p.Import {
			same[p.Msg]++
		}
	}
	for _, p := range result.Problems {
		where, more := "", same[p.Msg]-1
		if more < 0 && p.Import {
			continue // told with an earlier one
		}
		if p.Posn.File != "" {
			where = text.Position(p.Posn) + ": "
		}
		fmt.Fprintf(c.stderr, "leasevet: %s: %s%s", p.Path, where, p.Msg)
		if more > 0 {
			fmt.Fprintf(c.stderr, " (%s for the same reason)", report.Plural(more, "more package"))
		}
		fmt.Fprintln(c.stderr)
		same[p.Msg] = 0
	}
	if n := result.Skipped; n > 0 {
		fmt.Fprintf(c.stderr, "leasevet: not analysed because what they import does not type-check: %s\n", report.Plural(n, "package"))
	}
}

// openCache opens the result cache. Without knowing which program this is,
// results of another one could be taken for ours, so then there is none.
func (c *command) openCache(o *options) (results *cache.Cache, tool string) {
	if o.cache == "off" {
		return nil, ""
	}
	exe, err := os.Executable()
	if err != nil {
		return nil, ""
	}
	if tool, err = buildID(exe); err != nil {
		return nil, ""
	}
	return cache.Open(o.cache), tool
}

// reached are the packages that are worth reaching: those of client libraries, and those
// that the configuration declares wrappers of.
func (c *command) reached() unit.Clients {
	clients := unit.Clients{
		Known:  func(path string) bool { return c.client(path) || lease.Configured(path) },
		Opaque: lease.Opaque,
	}
	if c.concern != nil {
		// All analyzers: a comment that names one that is off may be wrong as well.
		names := make([]string, len(c.analyzers))
		for i, a := range c.analyzers {
			names[i] = a.Name
		}
		clients.Concern = func(path string, files []*ast.File, imports []string, load func(string) *types.Package) bool {
			return c.concern(path, files, names, imports, load)
		}
	}
	return clients
}

// usage is a fault in the arguments.
func (c *command) usage(err error) int {
	fmt.Fprintf(c.stderr, "leasevet: %v ('leasevet help' shows the usage)\n", err)
	return exitUsage
}

func (c *command) fail(status int, err error) int {
	fmt.Fprintf(c.stderr, "leasevet: %s\n", here(err.Error()))
	return status
}

// here names files below the working directory as people there call them.
func here(message string) string {
	wd, err := os.Getwd()
	if err != nil || wd == filepath.Dir(wd) {
		return message
	}
	return strings.ReplaceAll(message, wd+string(filepath.Separator), "")
}

// isTerminal says whether w is a screen that understands more than plain text.
func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}
