package gclplugin

import (
	"go/types"
	"maps"

	"golang.org/x/tools/go/analysis"
)

// adapter makes copies of analyzers that suit golangci-lint. The originals are
// variables that the rest of the program shares, and stay as they are.
type adapter struct {
	facts  bool
	suite  map[*analysis.Analyzer]bool // the public analyzers that run
	copies map[*analysis.Analyzer]*analysis.Analyzer
}

// adapt copies an analyzer and all that it requires.
//
// Without facts a copy has no FactTypes: golangci-lint analyses every dependency
// from source as soon as one analyzer has any, which costs more than all the
// rest. What the functions of other packages do is then not known.
func (ad *adapter) adapt(a *analysis.Analyzer) *analysis.Analyzer {
	if c := ad.copies[a]; c != nil {
		return c
	}
	c := *a
	ad.copies[a] = &c
	originals := map[*analysis.Analyzer]*analysis.Analyzer{} // by copy
	c.Requires = nil
	for _, r := range a.Requires {
		rc := ad.adapt(r)
		originals[rc] = r
		c.Requires = append(c.Requires, rc)
	}
	if !ad.facts {
		c.FactTypes = nil
	}
	c.Run = func(pass *analysis.Pass) (any, error) {
		p := *pass
		p.Analyzer = a
		// An analyzer asks for results by the original it was written against.
		p.ResultOf = maps.Clone(pass.ResultOf)
		for rc, r := range originals {
			p.ResultOf[r] = pass.ResultOf[rc]
		}
		if !ad.facts && len(a.FactTypes) > 0 {
			withoutFacts(&p)
		}
		if ad.suite[a] {
			report := pass.Report
			p.Report = func(d analysis.Diagnostic) { report(standAlone(d)) }
		}
		return a.Run(&p)
	}
	return &c
}

// withoutFacts makes a pass in which no other package has said anything.
func withoutFacts(p *analysis.Pass) {
	p.ImportPackageFact = func(*types.Package, analysis.Fact) bool { return false }
	p.ExportPackageFact = func(analysis.Fact) {}
	p.AllPackageFacts = func() []analysis.PackageFact { return nil }
	p.ImportObjectFact = func(types.Object, analysis.Fact) bool { return false }
	p.ExportObjectFact = func(types.Object, analysis.Fact) {}
	p.AllObjectFacts = func() []analysis.ObjectFact { return nil }
}

// standAlone makes a diagnostic that loses nothing in golangci-lint, which puts
// the analyzer's name in front of the message, drops the category and the URL,
// and makes an issue of its own of each related position.
func standAlone(d analysis.Diagnostic) analysis.Diagnostic {
	d.Related = nil
	return d
}
