package unit

import (
	"go/ast"
	"os"

	"github.com/leasevet/leasevet/internal/directive"
)

// Clients says which packages the analyzers are about.
type Clients struct {
	// Known says whether a package path is that of a client library that the
	// analyzers know.
	Known func(path string) bool
	// Opaque says whether the analyzers ask nothing of the package's own code and
	// have no facts about it, as of most clients. Nil: of none.
	Opaque func(path string) bool
	// Shaped says whether a source text may ask an interface of its own for what a
	// client does. Nil: none does.
	Shaped func(src []byte) bool
	// Concern says whether the syntax of a package that reaches no client leaves
	// something for the analyzers to report. Nil: it always does.
	Concern func(files []*ast.File) bool
}

// Reaches says whether a unit that is wanted for its facts only can have any:
// it imports a client, or something that has facts, and is not itself a package
// whose insides the analyzers leave alone. All others, the standard
// library among them, need neither function bodies nor analysis. Both drivers
// ask this one question, so that they analyse the same packages. Of packages of
// the main modules they also ask ReachesAlone.
func (c Clients) Reaches(path string, imports []string, hasFacts func(path string) bool) bool {
	if c.opaque(path) {
		return false
	}
	for _, path := range imports {
		if c.Known(path) || hasFacts(path) {
			return true
		}
	}
	return false
}

// ReachesAlone says whether a unit of the main modules can have facts although it imports
// nothing that has any: a file declares what a function does to a lock, or asks an interface
// of its own for it. What the unit is found to do must not depend on whether its users are
// named on the command line without it.
func (c Clients) ReachesAlone(path string, files []string) bool {
	if c.opaque(path) {
		return false
	}
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			continue // whoever parses it will say so
		}
		if directive.Declared(src) || c.Shaped != nil && c.Shaped(src) {
			return true
		}
	}
	return false
}

func (c Clients) opaque(path string) bool { return c.Opaque != nil && c.Opaque(path) }
