package load

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/leasevet/leasevet/internal/report"
)

// A Result is what a run gives.
type Result struct {
	Packages []*report.Package // of the roots, sorted by path
	Problems []Problem         // what could not be analysed, sorted by path
	Checked  int               // packages analysed, tests counted with theirs
	Skipped  int               // packages not analysed since they depend on ill-typed code
	Files    []string          // that were analysed

	Unmatched []string // a line for each pattern that matches nothing
}

// Findings is the number of findings.
func (r *Result) Findings() int {
	n := 0
	for _, p := range r.Packages {
		n += p.Len()
	}
	return n
}

// Add adds what a run on other packages gave.
func (r *Result) Add(other *Result) {
	r.Packages = append(r.Packages, other.Packages...)
	r.Problems = append(r.Problems, other.Problems...)
	r.Checked += other.Checked
	r.Skipped += other.Skipped
	r.Files = append(r.Files, other.Files...)
	r.Unmatched = append(r.Unmatched, other.Unmatched...)
}

// result gathers what the roots have given.
func (l *loader) result(list []*listed) *Result {
	r := new(Result)
	checked, skipped := make(map[string]bool), make(map[string]bool)
	r.Problems = l.problems(list)
	broken := make(map[string]bool, len(r.Problems))
	for _, p := range r.Problems {
		broken[p.Path] = true
	}
	for _, n := range l.nodes {
		if !n.root {
			continue
		}
		if n.findings != nil {
			r.Packages = append(r.Packages, n.findings)
		}
		path := cmp.Or(n.ForTest, n.path)
		if !n.illTyped {
			checked[path] = true
			if !broken[n.path] {
				r.Files = append(r.Files, n.files...)
			}
		} else if !broken[n.path] {
			skipped[path] = true
		}
	}
	r.Checked, r.Skipped = len(checked), len(skipped)
	slices.SortFunc(r.Packages, func(a, b *report.Package) int { return strings.Compare(a.Path, b.Path) })
	return r
}

// tooNew refuses modules that ask for a newer Go than this program was built
// with: go/types would reject each of their packages one by one.
func tooNew(list []*listed, built string) error {
	for _, p := range list {
		m := p.Module
		if m == nil || !m.Main || m.GoVersion == "" || !newer("go"+m.GoVersion, built) {
			continue
		}
		return &ConfigError{fmt.Sprintf("leasevet was built with %s and cannot check code for go%s (%s): rebuild leasevet with a newer Go", built, m.GoVersion, m.GoMod)}
	}
	return nil
}
