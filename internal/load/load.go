// Package load runs analyzers on packages loaded from source, in one process
// and without a compiler. Only code that can matter is looked at closely: the
// function bodies of the main modules, and those of dependencies that reach a
// catalogued client. The rest is type-checked by its declarations, and no
// syntax outlives its unit.
package load

import (
	"cmp"
	"go/token"
	"go/types"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/cache"
	"github.com/leasevet/leasevet/internal/unit"
)

// Options say what to load and what to run on it.
type Options struct {
	Dir       string   // where the go command runs; "" is the working directory
	Env       []string // its environment; nil is ours
	Patterns  []string // as for go build; none means "."
	Tags      string   // build tags
	Tests     bool     // analyse test files too
	Generated bool     // keep findings in generated files

	Analyzers []*analysis.Analyzer

	// Clients are the packages that the analyzers are about.
	Clients unit.Clients

	// Settings is whatever else results depend on, for the cache.
	Settings string

	// Cache holds results of former runs; nil if there is none. ToolID says
	// which program made them.
	Cache  *cache.Cache
	ToolID string

	// GoVersion is what this program was built with; runtime.Version() if "".
	GoVersion string

	// Verify is what has to be true of packages for the settings to make sense.
	Verify    []Verification
	verifying bool // this run is for the verification only

	warned []string // patterns that the go command warned of

	// Progress, if set, is told how many units of all are done, each time before
	// those are begun that waited for the last one. Calls do not overlap.
	Progress func(done, total int)
}

// Run loads and analyses. An error means that nothing could be done; packages
// that could not be loaded are problems in the result.
func Run(o Options) (*Result, error) {
	unit.RegisterFacts(o.Analyzers)
	if len(o.Patterns) == 0 {
		o.Patterns = []string{"."}
	}
	env, list, err := o.list()
	if err != nil {
		return nil, err
	}
	var unmatched []string
	if !o.verifying {
		list, unmatched = o.takeUnmatched(env, list)
	}
	switch {
	case len(list) == 0 && len(unmatched) > 0:
		return nil, &ConfigError{strings.Join(unmatched, "; ")}
	case len(list) == 0:
		return nil, &ConfigError{"no packages match " + strings.Join(o.Patterns, " ")}
	}
	if err := tooNew(list, o.builtWith()); err != nil {
		return nil, err
	}
	l := &loader{
		Options: o,
		env:     env,
		fset:    token.NewFileSet(),
		sizes:   types.SizesFor("gc", env.GOARCH),
		nodes:   buildGraph(list),
	}
	l.translateCgo()
	l.plan()
	l.wantVerified()
	l.run()
	l.Cache.Trim()
	if err := l.verify(); err != nil {
		return nil, err
	}
	r := l.result(list)
	r.Unmatched = unmatched
	return r, nil
}

// list asks the go command what there is. Its two answers are independent, and
// the second takes most of the time of a run that finds nothing changed.
func (o *Options) list() (*goEnv, []*listed, error) {
	var env *goEnv
	var envErr error
	var asked sync.WaitGroup
	asked.Go(func() { env, envErr = o.goEnv() })
	list, err := o.goList(o.Patterns)
	asked.Wait()
	if envErr != nil {
		return nil, nil, cmp.Or(err, envErr)
	}
	patterns, expandErr := o.expand(env, o.Patterns)
	if expandErr != nil {
		return nil, nil, expandErr
	}
	if !slices.Equal(patterns, o.Patterns) {
		list, err = o.goList(patterns)
	}
	return env, list, err
}

func (o *Options) builtWith() string { return cmp.Or(o.GoVersion, runtime.Version()) }

type loader struct {
	Options
	env   *goEnv
	fset  *token.FileSet
	sizes types.Sizes
	nodes []*node
}
