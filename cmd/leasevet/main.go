// The leasevet command finds misuse of distributed locks and leases in Go code.
//
//	leasevet [flags] [packages]                 analyse packages
//	leasevet help [analyzer]                    list the analyzers and flags
//	leasevet explain ANALYZER                   what an analyzer reports, and why
//	leasevet config [flags]                     the configuration in force, and its origin
//	go vet -vettool=$(which leasevet) [packages]
//
// The exit status is 0 if nothing was found, 1 if there are findings, 2 for a
// usage or configuration fault, and 3 if packages could not be analysed: then
// the result is incomplete, whether or not there are findings.
package main

import (
	"go/ast"
	"go/types"
	"io"
	"os"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/analyzers"
	_ "github.com/leasevet/leasevet/cmd/leasevet/early" // answers most units of go vet before main
	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/lease"
)

// Exit statuses of the command line.
const (
	exitClean    = 0
	exitFindings = 1
	exitUsage    = 2
	exitLoad     = 3
)

// A command is leasevet with all that it takes from outside, so that tests can
// run it with analyzers of their own.
type command struct {
	analyzers []*analysis.Analyzer
	client    func(path string) bool // is this a client library's package?
	concern   func(path string, files []*ast.File, analyzers, imports []string, load func(path string) *types.Package) bool
	stdout    io.Writer
	stderr    io.Writer
	goVersion string // that the program passes for built with; "" for the true one
}

func main() {
	c := &command{analyzers: analyzers.All(), client: catalog.Known, concern: lease.MayConcern, stdout: os.Stdout, stderr: os.Stderr}
	os.Exit(c.run(os.Args[1:]))
}
