package analyzers

import (
	"reflect"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/analyzers/leasevetdirective"
	"github.com/leasevet/leasevet/internal/directive"
	"github.com/leasevet/leasevet/internal/pattern"
)

// Comments suppress the findings of every analyzer, and are judged for every
// analyzer.
func TestSuppressible(t *testing.T) {
	if err := analysis.Validate(All()); err != nil {
		t.Fatal(err)
	}
	for _, a := range All() {
		if a == leasevetdirective.Analyzer {
			continue
		}
		if a.ResultType != reflect.TypeFor[*directive.Result]() {
			t.Errorf("%s is not made by directive.Suppressible", a.Name)
		}
		if !slices.Contains(leasevetdirective.Analyzer.Requires, a) {
			t.Errorf("%s is not in the list of package leasevetdirective", a.Name)
		}
	}
}

// Regular expressions are compiled when first used, so that a wrong one would
// show in the middle of a run only.
func TestPatterns(t *testing.T) {
	if err := pattern.Check(); err != nil {
		t.Error(err)
	}
}
