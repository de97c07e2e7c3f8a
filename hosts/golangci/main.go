// Golangci is golangci-lint with leasevet in it: what `golangci-lint custom`
// generates and builds, without its clone of the repository.
package main

import (
	"fmt"
	"os"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/leasevet/leasevet/gclplugin"
)

func main() {
	if err := commands.Execute(commands.BuildInfo{GoVersion: "unknown", Version: "custom", Commit: "unknown", Date: "unknown"}); err != nil {
		fmt.Fprintf(os.Stderr, "golangci-lint: %v\n", err)
		os.Exit(exitcodes.Failure)
	}
}
