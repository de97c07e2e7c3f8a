package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A job is one run of the loader: patterns, and where the go command reads them.
type job struct {
	dir      string
	patterns []string
}

// jobs are the runs that the arguments ask for: one, unless the arguments are
// files, which a commit may have from several modules.
func (o *options) jobs() ([]job, error) {
	if !o.files {
		return []job{{o.dir, o.args}}, nil
	}
	if len(o.args) == 0 {
		return nil, fmt.Errorf("-files needs the names of files")
	}
	patterns := map[string][]string{} // by the folder of the module
	for _, name := range o.args {
		file := name
		if !filepath.IsAbs(file) {
			file = filepath.Join(o.dir, file)
		}
		switch info, err := os.Stat(file); {
		case err != nil:
			return nil, fmt.Errorf("no file %s", name)
		case info.IsDir():
			return nil, fmt.Errorf("%s is a folder: -files wants files", name)
		}
		dir, err := filepath.Abs(filepath.Dir(file))
		if err != nil {
			return nil, err
		}
		root, ok := moduleRoot(dir)
		if !ok {
			return nil, fmt.Errorf("%s is in no module: no go.mod in its folder or above", name)
		}
		rel, err := filepath.Rel(root, dir)
		if err != nil {
			return nil, err
		}
		// What ./... leaves out is left out: a broken example in testdata is
		// meant to be broken.
		if strings.HasSuffix(name, ".go") && !outside(rel) {
			patterns[root] = append(patterns[root], "./"+filepath.ToSlash(rel))
		}
	}
	var jobs []job
	for root, list := range patterns {
		slices.Sort(list)
		jobs = append(jobs, job{root, slices.Compact(list)})
	}
	slices.SortFunc(jobs, func(a, b job) int { return strings.Compare(a.dir, b.dir) })
	return jobs, nil
}

func moduleRoot(dir string) (string, bool) {
	for {
		if info, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil && !info.IsDir() {
			return dir, true
		}
		if dir == filepath.Dir(dir) {
			return "", false
		}
		dir = filepath.Dir(dir)
	}
}

// outside says that the go command's ./... does not reach a folder of a module.
func outside(rel string) bool {
	for part := range strings.SplitSeq(filepath.ToSlash(rel), "/") {
		if part == "testdata" || part == "vendor" || strings.HasPrefix(part, "_") || strings.HasPrefix(part, ".") && part != "." {
			return true
		}
	}
	return false
}
