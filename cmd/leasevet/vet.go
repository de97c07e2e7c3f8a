package main

import (
	"flag"
	"fmt"
	"os"
	"runtime/debug"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/leasevet/leasevet/internal/cfgfile"
	"github.com/leasevet/leasevet/internal/unit"
)

// vet answers the go command for one unit.
func (c *command) vet(o *options) int {
	// The process ends in a moment: memory is not worth collecting often.
	debug.SetGCPercent(400)
	name := o.args[0]
	cfg, err := cfgfile.Read(name)
	if err == nil {
		err = c.configureUnit(o, cfg)
	}
	if err != nil {
		// The go command shortens paths, and knows from where.
		fmt.Fprintf(c.stderr, "leasevet: %v\n", err)
		return 1
	}
	if cfg.TypesInFacts() {
		return c.unitchecker(o, name)
	}
	v := unit.VetOptions{
		Analyzers: o.analyzers,
		Clients:   c.reached(),
		Generated: o.generated,
		JSON:      o.json,
		Fix:       o.fix,
		Diff:      o.diff,
		Context:   o.context,
	}
	return v.Vet(cfg, c.stdout, c.stderr)
}

// unitchecker hands a unit over to x/tools, for a go command that leaves types
// to the vet tool: then each unit has to be type-checked, and x/tools owns the
// form of the files. It exits by itself.
func (c *command) unitchecker(o *options, name string) int {
	analyzers := o.analyzers
	if !o.generated {
		analyzers = unit.HideGenerated(analyzers)
	}
	// It knows neither our flags nor which analyzers are enabled. The flags of
	// the analyzers keep the values that they were given here.
	flag.CommandLine = flag.NewFlagSet(os.Args[0], flag.ExitOnError)
	os.Args = []string{os.Args[0], fmt.Sprintf("-json=%v", o.json), fmt.Sprintf("-fix=%v", o.fix), fmt.Sprintf("-diff=%v", o.diff), fmt.Sprintf("-c=%d", o.context), name}
	unitchecker.Main(analyzers...)
	return exitClean
}
