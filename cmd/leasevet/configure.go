package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/cfgfile"
	"github.com/leasevet/leasevet/internal/config"
	"github.com/leasevet/leasevet/internal/lease"
	"github.com/leasevet/leasevet/internal/load"

	"github.com/leasevet/leasevet/internal/pattern"
)

// configOff is the value of -config that leaves every file aside.
const configOff = "off"

// configure puts the configuration in force under the flags: what the command
// line says stands, the rest is as the configuration says.
func (c *command) configure(o *options) error {
	cfg, err := c.findConfig(o)
	if err != nil {
		return err
	}
	return c.apply(o, cfg)
}

// findConfig reads the file that -config names, or the nearest one above the
// directory that is analysed.
func (c *command) findConfig(o *options) (*config.Config, error) {
	file := o.config
	switch file {
	case configOff:
		return new(config.Config), nil
	case "":
		found, err := config.Find(o.dir)
		if found == "" || err != nil {
			return new(config.Config), err
		}
		file = found
	default:
		file = o.inDir(file)
	}
	return config.Read(file, c.analyzers)
}

func (c *command) apply(o *options, cfg *config.Config) error {
	o.settings = cfg
	o.given = make(map[string]bool)
	o.flags.Visit(func(f *flag.Flag) { o.given[f.Name] = true })
	for _, opt := range cfg.Options {
		if name := opt.Analyzer + "." + opt.Name; !o.given[name] {
			if err := o.flags.Set(name, opt.Value); err != nil {
				return fmt.Errorf("%s: %w", opt.At, err)
			}
		}
	}
	lease.SetWrappers(cfg.Wrappers)
	o.analyzers = config.Select(c.analyzers, func(a *analysis.Analyzer) config.State {
		if s, ok := cfg.Analyzers[a.Name]; ok && !s.On && *o.enable[a] == unset {
			return config.Off
		}
		return config.State(*o.enable[a])
	})
	return nil
}

// verifications asks whether the packages that wrappers are declared for have
// such functions. That a package does not exist is as wrong, since the declaration
// would be silently without effect; but a file above several modules may speak
// of what only another one of them requires.
func verifications(o *options) (list []load.Verification) {
	cfg := o.settings
	shared := o.files || sharedConfig(cfg.Path, o.dir)
	byPackage := make(map[string][]catalog.Wrapper)
	for _, w := range cfg.Wrappers {
		byPackage[w.Package] = append(byPackage[w.Package], w)
	}
	for _, path := range slices.Sorted(maps.Keys(byPackage)) {
		declared := byPackage[path]
		v := load.Verification{
			Path:     path,
			Question: fmt.Sprintf("%+v", declared),
			Check: func(pkg *types.Package) error {
				for _, w := range declared {
					if _, err := w.Resolve(pkg); err != nil {
						return err
					}
				}
				return nil
			},
		}
		if !shared {
			v.Missing = fmt.Errorf("%s: there is no package %s here", declared[0].At, path)
		}
		list = append(list, v)
	}
	return list
}

// sharedConfig says whether a file stands above the module of a directory, and
// not with the workspace that joins it to others.
func sharedConfig(file, dir string) bool {
	abs, err := filepath.Abs(dir)
	if file == "" || err != nil {
		return false
	}
	root, ok := moduleRoot(abs)
	if !ok {
		return false
	}
	above := filepath.Dir(file)
	rel, err := filepath.Rel(above, root)
	if err != nil || rel == "." || !filepath.IsLocal(rel) {
		return false
	}
	_, err = os.Stat(filepath.Join(above, "go.work"))
	return err != nil
}

// hashed is a -config that go vet can be given: go's cache keeps what a tool
// said for the same flags, and knows nothing of the files that they name. The
// content is therefore part of the flag.
var hashed = pattern.New(`^(.+)@sha256:([0-9a-f]{64})$`)

// vetFlag is the -config for go vet that stands for a configuration.
func vetFlag(cfg *config.Config) string {
	if cfg.Path == "" {
		return "-config=" + configOff
	}
	return fmt.Sprintf("-config=%s@sha256:%s", cfg.Path, cfg.Hash)
}

// configureUnit does for one unit of go vet what configure does for a run. The
// go command starts a process for each unit in the directory of its package.
// Only units of modules that people work on have a configuration.
func (c *command) configureUnit(o *options, u *cfgfile.Config) error {
	if m := hashed.FindStringSubmatch(o.config); m != nil {
		cfg, err := config.Read(m[1], c.analyzers)
		if err == nil && cfg.Hash != m[2] {
			err = fmt.Errorf("%s has changed since the flag -config was made for go vet", m[1])
		}
		if err != nil {
			return err
		}
		return c.apply(o, cfg)
	}
	switch {
	case o.config == configOff, o.config == "" && !u.Own():
		return c.apply(o, new(config.Config))
	case o.config != "":
		return errors.New("under go vet, -config needs the hash of the file, or go would keep the results of what the file said before: use $(leasevet config -vet), with the same -config")
	}
	file, err := config.Find(u.Dir)
	if err != nil {
		return err
	}
	if file == "" {
		return c.apply(o, new(config.Config))
	}
	if inside(filepath.Dir(file), u.Dir) {
		return fmt.Errorf("%s lies below the root of its module, where go's cache does not know of it: use it under go vet with $(leasevet -C %s config -vet)", file, filepath.Dir(file))
	}
	cfg, err := config.Read(file, c.analyzers)
	if err != nil {
		return err
	}
	return c.apply(o, cfg)
}

// inside says whether a directory lies below the root of the module that a
// directory below it belongs to.
func inside(dir, below string) bool {
	root, ok := moduleRoot(below)
	if !ok {
		return false
	}
	rel, err := filepath.Rel(root, dir)
	return err == nil && rel != "." && filepath.IsLocal(rel)
}

// configID is the part of this program's identity, as the go command sees it,
// that the configuration makes: the content of the file that is in force where
// the go command runs, and of those of the modules that a workspace there uses.
// A change of one of them makes go vet start anew. An error is one of these
// files' own: it is better said once than by every unit.
func (c *command) configID() (string, error) {
	dirs := append([]string{"."}, workspace(".")...)
	seen := make(map[string]bool)
	h := sha256.New()
	for _, dir := range dirs {
		file, err := config.Find(dir)
		if err != nil {
			return "", err
		}
		if file == "" || seen[file] {
			continue
		}
		seen[file] = true
		cfg, err := config.Read(file, c.analyzers)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%q %s\n", cfg.Path, cfg.Hash)
	}
	if len(seen) == 0 {
		return "", nil
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// workspace is the directories of the modules that the go.work in force in dir
// uses. Asking the go command would cost more than all else that is done here.
func workspace(dir string) (dirs []string) {
	file := os.Getenv("GOWORK")
	if file == "off" {
		return nil
	}
	for file == "" {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return nil
		}
		work := filepath.Join(abs, "go.work")
		if _, err := os.Stat(work); err == nil {
			file = work
		} else if dir = filepath.Dir(abs); dir == abs {
			return nil
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	block := false
	for line := range strings.Lines(string(data)) {
		line, _, _ = strings.Cut(line, "//")
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case block && words[0] == ")":
			block = false
		case block:
			dirs = append(dirs, used(file, words[0]))
		case words[0] == "use" && len(words) == 2 && words[1] == "(":
			block = true
		case words[0] == "use" && len(words) == 2:
			dirs = append(dirs, used(file, words[1]))
		}
	}
	return dirs
}

func used(file, dir string) string {
	dir = strings.Trim(dir, "\"`")
	if filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join(filepath.Dir(file), dir)
}
