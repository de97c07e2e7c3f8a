// Same says whether leasevet finds the same on its own and as a tool of go vet.
//
//	go run ./bench/same [flags] DIR...
//
// Each DIR is a directory in a module; all packages below it are analysed both
// ways, without leasevet's result cache. Nothing in DIR is written. What differs
// is listed, and the exit status is then 1; it is 2 if an analysis failed.
//
// A package that does not build, or that imports one which does not, is left out
// by go vet, with a message; leasevet analyses what it can of these. They are
// named and not compared.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

func main() {
	tool := flag.String("leasevet", "", "the `program` to run (default it is built from this checkout)")
	show := flag.Bool("v", false, "list the findings that are the same too")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: go run ./bench/same [flags] DIR...")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	status, err := run(*tool, *show, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "same:", err)
		status = 2
	}
	os.Exit(status)
}

func run(tool string, show bool, dirs []string) (status int, err error) {
	if tool == "" {
		work, err := os.MkdirTemp("", "leasevet-same-")
		if err != nil {
			return 2, err
		}
		defer os.RemoveAll(work)
		tool = filepath.Join(work, "leasevet.exe")
		if err := build(tool); err != nil {
			return 2, err
		}
	}
	if tool, err = exec.LookPath(tool); err != nil {
		return 2, err
	}
	if tool, err = filepath.Abs(tool); err != nil {
		return 2, err
	}
	for _, dir := range dirs {
		c, err := compare(tool, dir)
		if err != nil {
			fmt.Fprintf(os.Stderr, "same: %s: %v\n", dir, err)
			status = 2
			continue
		}
		c.print(os.Stdout, show)
		if c.differs() {
			status = max(status, 1)
		}
	}
	return status, nil
}

func build(tool string) error {
	out, err := exec.Command("go", "build", "-o", tool, "github.com/leasevet/leasevet/cmd/leasevet").CombinedOutput()
	if err != nil {
		return fmt.Errorf("building leasevet: %v\n%s", err, out)
	}
	return nil
}
