package unit

import (
	"go/ast"
	"go/types"
)

// Clients says which packages the analyzers are about.
type Clients struct {
	// Known says whether a package path is that of a client library that the
	// analyzers know.
	Known func(path string) bool
	// Opaque says whether the analyzers ask nothing of the package's own code and
	// have no facts about it, as of most clients. Nil: of none.
	Opaque func(path string) bool
	// Concern says whether a package that reaches no client may concern the analyzers
	// all the same, by its path, its syntax with comments, and what it imports; load gives
	// the types of an import, or nil. Nil: every package may.
	Concern func(path string, files []*ast.File, imports []string, load func(path string) *types.Package) bool
}

// Reaches says whether a unit that is wanted for its facts only can have any:
// it imports a client, or something that has facts, and is not itself a package
// whose insides the analyzers leave alone. All others, the standard
// library among them, need neither function bodies nor analysis. Both drivers
// ask this one question, so that they analyse the same packages. Of packages that
// somebody works on they also ask Concern: what such a package is found to do must not
// depend on whether its users are named on the command line without it.
func (c Clients) Reaches(path string, imports []string, hasFacts func(path string) bool) bool {
	if c.LeaveAlone(path) {
		return false
	}
	for _, path := range imports {
		if c.Known(path) || hasFacts(path) {
			return true
		}
	}
	return false
}

// LeaveAlone says whether nothing is asked about the insides of a package.
func (c Clients) LeaveAlone(path string) bool { return c.Opaque != nil && c.Opaque(path) }
