// Package unit runs analyzers on one compilation unit: a package, or a test
// variant of it, with the facts of what it imports. It also speaks the unit
// protocol of the go command, so that leasevet can be a vet tool.
package unit

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/directive"
	"github.com/leasevet/leasevet/internal/schedule"
)

// A Unit is a type-checked compilation unit.
type Unit struct {
	Path         string // package path, without the suffix of a test variant
	Fset         *token.FileSet
	Files        []*ast.File
	OtherFiles   []string
	IgnoredFiles []string
	Embedded     func(name string) bool // may be read too: //go:embed names it
	Pkg          *types.Package
	Info         *types.Info
	Sizes        types.Sizes
	Module       *analysis.Module
	TypeErrors   []types.Error

	// IllTyped is set when this unit or anything it depends on has type
	// errors. Only analyzers with RunDespiteErrors see such a unit.
	IllTyped bool

	// ShowGenerated keeps findings in generated files.
	ShowGenerated bool
}

// A Result is what one analyzer said about a unit.
type Result struct {
	Analyzer    *analysis.Analyzer
	Diagnostics []analysis.Diagnostic
	Suppressed  []directive.Suppressed // what a comment keeps from being reported
	Stories     schedule.Stories       // of both
	Err         error
}

// errSkipped marks an analyzer that does not run on ill-typed code.
var errSkipped = errors.New("skipped: the package does not type-check")

// Skipped says whether the analyzer did not run because of type errors.
// Those are the loader's to report, once for the package.
func (r Result) Skipped() bool { return errors.Is(r.Err, errSkipped) }

// Run runs the analyzers and what they require on u. Facts are read from and
// written to facts. A panic of an analyzer becomes an error in its result.
//
// The analyzers of one unit run one after another: both drivers keep all
// processors busy with other units.
func Run(u *Unit, analyzers []*analysis.Analyzer, facts *Facts) []Result {
	x := &execution{unit: u, facts: facts, actions: make(map[*analysis.Analyzer]*action)}
	if !u.ShowGenerated {
		x.generated = newGeneratedFilter(u.Fset, u.Files)
	}
	results := make([]Result, 0, len(analyzers))
	for _, a := range analyzers {
		act := x.exec(a)
		r := Result{Analyzer: a, Diagnostics: act.diagnostics, Err: act.err}
		if told, ok := act.result.(*directive.Result); ok && told != nil && act.err == nil {
			r.Suppressed, r.Stories = x.suppressed(told), told.Stories
		}
		results = append(results, r)
	}
	return results
}

func (x *execution) suppressed(r *directive.Result) []directive.Suppressed {
	return slices.DeleteFunc(slices.Clone(r.Suppressed), func(s directive.Suppressed) bool {
		return x.generated != nil && x.generated.contains(s.Diagnostic.Pos)
	})
}

type execution struct {
	unit      *Unit
	facts     *Facts
	generated *generatedFilter
	actions   map[*analysis.Analyzer]*action
}

type action struct {
	result      any
	diagnostics []analysis.Diagnostic
	err         error
}

// exec runs a once, after its requirements. The graph has no cycles:
// analysis.Validate has seen to that.
func (x *execution) exec(a *analysis.Analyzer) *action {
	if act, ok := x.actions[a]; ok {
		return act
	}
	act := new(action)
	x.actions[a] = act
	if x.unit.IllTyped && !a.RunDespiteErrors {
		act.err = errSkipped
		return act
	}
	inputs := make(map[*analysis.Analyzer]any, len(a.Requires))
	for _, req := range a.Requires {
		in := x.exec(req)
		if in.err != nil {
			// The first failure is passed on as it is: ten analyzers on one
			// broken model are one problem, and it should read as one.
			act.err = in.err
			return act
		}
		inputs[req] = in.result
	}
	act.result, act.err = x.run(a, act, inputs)
	if act.err == nil && a.ResultType != nil {
		if got := reflect.TypeOf(act.result); got != a.ResultType {
			act.err = fmt.Errorf("analyzer %s on %s: result is %v, declared %v", a.Name, x.unit.Path, got, a.ResultType)
		}
	}
	return act
}

func (x *execution) run(a *analysis.Analyzer, act *action, inputs map[*analysis.Analyzer]any) (result any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("analyzer %s on %s: panic in %s: %v", a.Name, x.unit.Path, panicSite(), p)
			act.diagnostics = nil
		}
	}()
	u := x.unit
	pass := &analysis.Pass{
		Analyzer:     a,
		Fset:         u.Fset,
		Files:        u.Files,
		OtherFiles:   u.OtherFiles,
		IgnoredFiles: u.IgnoredFiles,
		Pkg:          u.Pkg,
		TypesInfo:    u.Info,
		TypesSizes:   u.Sizes,
		TypeErrors:   u.TypeErrors,
		Module:       u.Module,
		ResultOf:     inputs,
		ReadFile:     u.readFile,
		Report: func(d analysis.Diagnostic) {
			if x.generated == nil || !x.generated.contains(d.Pos) {
				act.diagnostics = append(act.diagnostics, d)
			}
		},
	}
	x.facts.bind(pass)
	result, err = a.Run(pass)
	if err != nil {
		err = fmt.Errorf("analyzer %s on %s: %w", a.Name, u.Path, err)
	}
	return result, err
}

// readFile keeps to the contract of analysis.Pass.ReadFile: only files of the
// unit are readable, or results would depend on what no cache key knows.
func (u *Unit) readFile(name string) ([]byte, error) {
	ok := u.Embedded != nil && u.Embedded(name)
	for _, f := range u.Files {
		ok = ok || u.Fset.File(f.FileStart).Name() == name
	}
	for _, list := range [][]string{u.OtherFiles, u.IgnoredFiles} {
		for _, f := range list {
			ok = ok || f == name
		}
	}
	if !ok {
		return nil, fmt.Errorf("ReadFile: %s is not a file of %s", name, u.Path)
	}
	return os.ReadFile(name)
}

// panicSite names the function that panicked. It must be called by the
// deferred function that recovers.
func panicSite() string {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	for {
		f, more := frames.Next()
		if f.Function != "" && !strings.HasPrefix(f.Function, "runtime.") {
			return fmt.Sprintf("%s (%s:%d)", f.Function, f.File[strings.LastIndexByte(f.File, '/')+1:], f.Line)
		}
		if !more {
			return "unknown function"
		}
	}
}
