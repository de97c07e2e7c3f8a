package main

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/analyzers"
)

const usage = `leasevet finds misuse of distributed locks and leases in Go code.

Usage:
	leasevet [flags] [packages]
	leasevet explain ANALYZER
	leasevet config [flags]
	leasevet help [ANALYZER]
	go vet -vettool=$(which leasevet) [packages]

Exit status: 0 no findings, 1 findings, 2 usage or configuration fault,
3 some packages could not be analysed.
`

// help lists analyzers and flags, or shows one analyzer.
func (c *command) help(names []string) int {
	if len(names) > 0 {
		return c.explain(names)
	}
	fmt.Fprintf(c.stdout, "%s\nAnalyzers:\n\n", usage)
	for _, a := range c.analyzers {
		title, _, _ := strings.Cut(strings.TrimSpace(a.Doc), "\n")
		title = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(title, a.Name), ":"))
		fmt.Fprintf(c.stdout, "    %-22s %s\n", a.Name, title)
	}
	fmt.Fprintf(c.stdout, "\n-NAME runs only the analyzers so named, -NAME=false all but those.\n\nFlags:\n\n")
	o, err := c.parse(nil)
	if err != nil {
		return c.fail(exitUsage, err)
	}
	shown := flag.NewFlagSet("", flag.ContinueOnError)
	shown.SetOutput(c.stdout)
	o.flags.VisitAll(func(f *flag.Flag) {
		if f.Name != "flags" && c.analyzer(f.Name) == nil {
			shown.Var(f.Value, f.Name, f.Usage)
		}
	})
	shown.PrintDefaults()
	return exitClean
}

// explain shows the documentation of analyzers.
func (c *command) explain(names []string) int {
	if len(names) == 0 {
		return c.fail(exitUsage, fmt.Errorf("explain: which analyzer? One of: %s", c.names()))
	}
	for i, name := range names {
		a := c.analyzer(name)
		if a == nil {
			return c.fail(exitUsage, fmt.Errorf("no analyzer %q; there are: %s", name, c.names()))
		}
		if i > 0 {
			fmt.Fprintln(c.stdout)
		}
		c.explainOne(a)
	}
	return exitClean
}

func (c *command) explainOne(a *analysis.Analyzer) {
	if doc := analyzers.Doc(a.Name); doc != nil {
		fmt.Fprintf(c.stdout, "%s: %s", a.Name, doc.Compile().Format(true))
	} else {
		fmt.Fprintf(c.stdout, "%s\n", strings.TrimSpace(a.Doc))
	}
	shown := flag.NewFlagSet("", flag.ContinueOnError)
	shown.SetOutput(c.stdout)
	any := false
	a.Flags.VisitAll(func(f *flag.Flag) {
		any = true
		shown.Var(f.Value, a.Name+"."+f.Name, f.Usage)
	})
	if any {
		fmt.Fprintf(c.stdout, "\nFlags:\n")
		shown.PrintDefaults()
	}
}

// analyzer finds an analyzer by name in any case.
func (c *command) analyzer(name string) *analysis.Analyzer {
	i := slices.IndexFunc(c.analyzers, func(a *analysis.Analyzer) bool { return strings.EqualFold(a.Name, name) })
	if i < 0 {
		return nil
	}
	return c.analyzers[i]
}

func (c *command) names() string {
	var names []string
	for _, a := range c.analyzers {
		names = append(names, a.Name)
	}
	return strings.Join(names, ", ")
}
