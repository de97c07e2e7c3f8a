package report

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/internal/directive"
	"github.com/leasevet/leasevet/internal/schedule"
)

// A Package is the findings of one unit by analyzer, those that comments
// suppress, and the analyzers that failed on it.
type Package struct {
	Path       string
	Findings   map[string][]Finding
	Suppressed map[string][]Suppressed `json:",omitempty"`
	Errors     map[string]string
}

// Suppressed is a finding that a comment in the source suppresses, for formats
// that show such.
type Suppressed struct {
	Finding
	Directive string // the comment without its reason
	Reason    string
}

// Add adds one analyzer's findings to p, sorted by position.
func (p *Package) Add(places *Places, analyzer string, diags []analysis.Diagnostic, stories schedule.Stories, err error) {
	if err != nil {
		if p.Errors == nil {
			p.Errors = make(map[string]string)
		}
		p.Errors[analyzer] = err.Error()
		return
	}
	if len(diags) == 0 {
		return
	}
	list := make([]Finding, len(diags))
	for i, d := range diags {
		list[i] = places.finding(d, stories)
	}
	slices.SortStableFunc(list, func(a, b Finding) int {
		return cmp.Or(comparePositions(a.Posn, b.Posn), strings.Compare(a.Message, b.Message))
	})
	if p.Findings == nil {
		p.Findings = make(map[string][]Finding)
	}
	p.Findings[analyzer] = list
}

// AddSuppressed adds what comments keep one analyzer from reporting.
func (p *Package) AddSuppressed(places *Places, analyzer string, list []directive.Suppressed, stories schedule.Stories) {
	if len(list) == 0 {
		return
	}
	if p.Suppressed == nil {
		p.Suppressed = make(map[string][]Suppressed)
	}
	for _, s := range list {
		p.Suppressed[analyzer] = append(p.Suppressed[analyzer], Suppressed{places.finding(s.Diagnostic, stories), s.By.Text, s.By.Reason})
	}
	slices.SortStableFunc(p.Suppressed[analyzer], func(a, b Suppressed) int {
		return cmp.Or(comparePositions(a.Posn, b.Posn), strings.Compare(a.Message, b.Message))
	})
}

// Len is the number of findings.
func (p *Package) Len() int {
	n := 0
	for _, list := range p.Findings {
		n += len(list)
	}
	return n
}

// Remove removes the findings that drop says yes to.
func (p *Package) Remove(drop func(Finding) bool) {
	p.Filter(func(_ string, f Finding) bool { return !drop(f) })
}

// Filter keeps the findings that keep says yes to. It is asked in order of
// analyzers and positions.
func (p *Package) Filter(keep func(analyzer string, f Finding) bool) {
	for _, analyzer := range p.analyzers() {
		list := slices.DeleteFunc(p.Findings[analyzer], func(f Finding) bool { return !keep(analyzer, f) })
		if len(list) > 0 {
			p.Findings[analyzer] = list
		} else {
			delete(p.Findings, analyzer)
		}
	}
}

// analyzers is the analyzers with findings, sorted by name.
func (p *Package) analyzers() []string { return slices.Sorted(maps.Keys(p.Findings)) }
