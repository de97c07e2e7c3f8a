package load

import (
	"github.com/leasevet/leasevet/internal/report"
	"github.com/leasevet/leasevet/internal/unit"
)

// An entry is what the cache keeps of a node.
type entry struct {
	Facts    []byte
	Findings *report.Package // of roots
	IllTyped bool            `json:",omitempty"`
	Problems []*Problem      `json:",omitempty"` // its own, and those of what it imports
}

// plan takes from the cache what it has and marks what this run must
// type-check: the roots that are not there, and all that these import.
// Dependencies whose facts are there give only their types.
func (l *loader) plan() {
	l.markClients()
	if l.Cache != nil {
		l.setKeys()
	}
	for _, n := range l.nodes {
		if n.root && !l.fetch(n) {
			l.want(n)
		}
	}
}

func (l *loader) want(n *node) {
	if n.wanted {
		return
	}
	n.wanted = true
	if !n.root && (n.client || n.local()) {
		l.fetch(n)
	}
	for _, imp := range n.imports {
		l.want(imp)
	}
}

// fetch gives n what the cache knows of it.
func (l *loader) fetch(n *node) bool {
	if l.Cache == nil {
		return false
	}
	e := new(entry)
	if !l.Cache.Get(n.key, e) || n.root && e.Findings == nil {
		return false
	}
	n.facts, n.findings = &unit.Export{Data: e.Facts}, e.Findings
	n.illTyped, n.problems = e.IllTyped, e.Problems
	return true
}

// store puts what was found into the cache. Problems are kept like findings:
// they too follow from what the key is made of.
func (l *loader) store(n *node) {
	if l.Cache == nil || n.changed {
		return
	}
	e := &entry{Facts: n.facts.Data, IllTyped: n.illTyped, Problems: n.problems}
	if n.root {
		e.Findings = n.findings
	}
	l.Cache.Put(n.key, e) // a full disk is no reason to stop
}

// markClients marks the nodes whose facts are worth a look into the cache. So are
// those of modules that somebody works on, whatever they import: their own text
// may have been enough.
func (l *loader) markClients() {
	for _, n := range l.nodes { // dependencies first
		if n.Standard || n.fakeCgo {
			continue
		}
		for _, imp := range n.imports {
			n.client = n.client || imp.client || l.Clients.Known(imp.path)
		}
	}
}
