package directive

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/schedule"
)

// Analyzer reads the directives of a package. Its result is a *Set.
var Analyzer = &analysis.Analyzer{
	Name:       "leasevetcomments",
	Doc:        "read the comments by which a program speaks to leasevet",
	Run:        func(pass *analysis.Pass) (any, error) { return New(pass.Fset, pass.Files), nil },
	ResultType: reflect.TypeFor[*Set](),
}

// Of is the directives of the package of a pass that requires Analyzer; an empty
// set for one that does not.
func Of(pass *analysis.Pass) *Set {
	if s, ok := pass.ResultOf[Analyzer].(*Set); ok {
		return s
	}
	return &Set{fset: pass.Fset}
}

// HostNolint says that the host acts on //nolint by itself, as golangci-lint
// does for its linter leasevet. Then only those that name one analyzer are ours.
var HostNolint bool

// Result is the result of an analyzer whose findings can be suppressed.
type Result struct {
	Used       map[*Directive]bool // had an effect
	Suppressed []Suppressed
	Stories    schedule.Stories // of what is reported, suppressed or not
}

// Suppressed is a finding that a directive keeps from being reported.
type Suppressed struct {
	Diagnostic analysis.Diagnostic
	By         *Directive
}

// Uses is what the Run of a suppressible analyzer returns when directives other
// than ignore had an effect on what it reported.
type Uses []*Directive

// Told is what a Run returns that tells the schedules of its findings too.
type Told struct {
	Uses    Uses
	Stories schedule.Stories
}

// Suppressible lets directives suppress what an analyzer reports. It completes a
// and returns it, so that a declaration reads
//
//	var Analyzer = directive.Suppressible(&analysis.Analyzer{…})
//
// This is done in the analyzer, not by the driver: then it holds in every host.
// What was suppressed is in the result, which is a *Result.
func Suppressible(a *analysis.Analyzer) *analysis.Analyzer {
	run := a.Run
	a.Requires = append(a.Requires, Analyzer)
	a.ResultType = reflect.TypeFor[*Result]()
	a.Run = func(pass *analysis.Pass) (any, error) {
		set := Of(pass)
		result := &Result{Used: make(map[*Directive]bool)}
		filtered := *pass
		filtered.Report = func(d analysis.Diagnostic) {
			by := set.ignoring(a.Name, d)
			if len(by) == 0 {
				pass.Report(d)
				return
			}
			for _, by := range by {
				result.Used[by] = true
			}
			result.Suppressed = append(result.Suppressed, Suppressed{d, by[0]})
		}
		own, err := run(&filtered)
		told, ok := own.(Told)
		if ok {
			result.Stories, own = told.Stories, told.Uses
		}
		if uses, ok := own.(Uses); ok {
			for _, d := range uses {
				result.Used[d] = true
			}
		}
		return result, err
	}
	return a
}

// ignoring is the directives that suppress a finding, those first that name its
// analyzer.
func (s *Set) ignoring(analyzer string, diag analysis.Diagnostic) (found []*Directive) {
	for _, general := range []bool{false, true} {
		for _, d := range s.List {
			if d.General() == general && d.covers(s.fset, diag.Pos, analyzer) && !d.OfHost() {
				found = append(found, d)
			}
		}
	}
	return found
}

// OfHost says that d is the host's to obey.
func (d *Directive) OfHost() bool { return HostNolint && d.Dialect == Nolint && d.General() }
