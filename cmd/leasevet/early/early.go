// Package early answers the go command for units that nothing can be said about,
// before the rest of the program is initialised. It is imported for that alone.
//
// Under go vet a process is started for each package of the import graph, and nine in
// ten are wanted for facts that they do not have: the standard library, and
// what imports no client. Most of what such a process costs is the initialising
// of packages that it has no use for, most of them not ours: type checker, template
// engine, YAML. Go initialises packages in the order of their paths as soon as what
// they import is ready (since Go 1.21), and this one imports next to nothing.
//
// It ends the process from an init function, which is only for a package of the
// command to do.
package early

import (
	"os"
	"strings"

	"github.com/leasevet/leasevet/internal/catalog/family"
	"github.com/leasevet/leasevet/internal/cfgfile"
)

func init() {
	if answer(os.Args[1:]) {
		os.Exit(0)
	}
}

// answer answers for the unit that the arguments name, if it can. Whatever is
// unusual, faults too, it leaves to the program.
func answer(args []string) bool {
	n := len(args) - 1
	if n < 0 || !strings.HasSuffix(args[n], ".cfg") {
		return false
	}
	c, err := cfgfile.Read(args[n])
	return err == nil && settled(c, args[:n]) && c.WriteFacts(nil) == nil
}

// settled says whether it is known of a unit, without a look at its files, that
// it has no facts. What it says must be what package unit finds.
func settled(c *cfgfile.Config, flags []string) bool {
	switch {
	case !c.VetxOnly || c.Own() || c.TypesInFacts():
		return false
	case c.Standard():
		return true
	}
	for _, f := range flags {
		if strings.HasPrefix(strings.TrimLeft(f, "-"), "config") {
			return false // it may declare that any package takes locks
		}
	}
	for _, path := range c.ImportMap {
		if _, client := family.Find(path); client || c.HasFacts(path) {
			return false
		}
	}
	return true
}
