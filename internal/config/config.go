// Package config reads .leasevet.yaml: which analyzers run, with which options,
// and what functions that nobody can annotate do to a lock.
//
//	analyzers:
//	  detachedrenew: false        # does not run
//	  unfencedwrite:
//	    all: true                 # the option -unfencedwrite.all
//	wrappers:
//	  - role: acquire             # or release, renew
//	    package: example.com/locksvc
//	    receiver: Client          # none for a function
//	    call: "TryLock(ctx, key, token, ttl) ok, error"
//	    compares: false           # a release or renewal that compares no owner
//
// Whatever is not expected is an error that names file, line and column: a
// setting that is silently ignored is worse than none.
package config

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/catalog"
)

// Name is the name of the configuration file.
const Name = ".leasevet.yaml"

// Config is a configuration in force. The zero Config changes nothing.
type Config struct {
	Path string // absolute; "" if it comes from no file
	Hash string // of the file's content, in hexadecimal

	Analyzers map[string]Switch // by name
	Options   []Option
	Wrappers  []catalog.Wrapper
}

// Switch says whether an analyzer runs.
type Switch struct {
	On bool
	At string // where it is said, "file:line:column"
}

// Option is the value of an analyzer's flag.
type Option struct {
	Analyzer, Name, Value string
	At                    string
}

// Find looks for the configuration that is in force in dir: the file there, or
// the nearest one above. It does not look beyond the root of a repository. The
// result is "" if there is none.
func Find(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for {
		file := filepath.Join(dir, Name)
		switch info, err := os.Stat(file); {
		case err == nil && info.IsDir():
			return "", fmt.Errorf("%s is a directory, and should be the configuration file", file)
		case err == nil:
			return file, nil
		case !errors.Is(err, fs.ErrNotExist):
			return "", err
		}
		_, err := os.Lstat(filepath.Join(dir, ".git"))
		parent := filepath.Dir(dir)
		if err == nil || parent == dir {
			return "", nil
		}
		dir = parent
	}
}

// Read reads a file. Its analyzers and options must be those of the suite.
func Read(file string, suite []*analysis.Analyzer) (*Config, error) {
	abs, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(abs)
	if err != nil {
		return nil, fmt.Errorf("configuration: %w", err)
	}
	c, err := parse(data, abs, suite)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	c.Path, c.Hash = abs, hex.EncodeToString(sum[:])
	return c, nil
}

// Option returns the option of an analyzer, if the configuration sets it.
func (c *Config) Option(analyzer, name string) (Option, bool) {
	for _, o := range c.Options {
		if o.Analyzer == analyzer && o.Name == name {
			return o, true
		}
	}
	return Option{}, false
}
