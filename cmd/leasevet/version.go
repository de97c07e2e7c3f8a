package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
)

// version prints the version. The go command asks with -V=full and takes the
// build ID as the identity of the tool in its cache.
func (c *command) version(how string) int {
	if how != "full" {
		fmt.Fprintf(c.stdout, "leasevet %s built with %s\n", moduleVersion(), runtime.Version())
		return exitClean
	}
	exe, err := os.Executable()
	if err != nil {
		return c.fail(exitUsage, err)
	}
	id, err := buildID(exe)
	if err != nil {
		return c.fail(exitUsage, err)
	}
	// Only a version that begins with "devel" has its build ID looked at.
	fmt.Fprintf(c.stdout, "%s version devel leasevet %s buildID=%s\n", exe, moduleVersion(), id)
	return exitClean
}

func moduleVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// buildID identifies what this executable does: the hash of its content.
func buildID(exe string) (string, error) {
	f, err := os.Open(exe)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}
