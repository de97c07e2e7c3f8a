package main

import (
	"crypto/sha256"
	"debug/elf"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/leasevet/leasevet/internal/pattern"
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
	config, err := c.configID()
	if err != nil {
		return c.fail(exitUsage, err)
	}
	if config != "" {
		id = fmt.Sprintf("%x", sha256.Sum256([]byte(id+" "+config)))
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

// buildID identifies what this executable does: the build ID that the go command
// gave it, or the hash of its content where there is none. Reading the whole file
// would be a good part of what a run costs that finds nothing changed.
func buildID(exe string) (string, error) {
	f, err := os.Open(exe)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if id := linkedID(f); id != "" {
		return id, nil
	}
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}

// fullID has the form "action/…/content": the hashes of what the executable was
// made from, and of what became of it. Other build systems put a word
// there that is always the same, or nothing.
var fullID = pattern.New(`^[A-Za-z0-9_-]{20}(/[A-Za-z0-9_-]{20})+$`)

// linkedID finds the build ID that the linker wrote into an ELF file; "" if
// there is none, or in other formats.
func linkedID(r io.ReaderAt) string {
	f, err := elf.NewFile(r)
	if err != nil {
		return ""
	}
	section := f.Section(".note.go.buildid")
	if section == nil {
		return ""
	}
	const header = 16 // three lengths and the owner's name
	note, err := section.Data()
	if err != nil || len(note) < header {
		return ""
	}
	n := f.ByteOrder.Uint32(note[4:])
	if uint64(n) > uint64(len(note)-header) {
		return ""
	}
	if id := string(note[header : header+n]); fullID.MatchString(id) {
		return id
	}
	return ""
}
