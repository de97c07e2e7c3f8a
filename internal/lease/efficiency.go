package lease

import "github.com/leasevet/leasevet/internal/directive"

// Efficiency says whether a lock only saves duplicate work: a directive says so
// of the acquisition, or of the request that a callee acquires it with, in this
// package or in that of the callee. The directive is nil if it is elsewhere.
func (m *Model) Efficiency(o *Op) (*directive.Directive, bool) {
	if d := m.directives.Efficiency(o.pos); d != nil {
		m.efficient = append(m.efficient, d)
		return d, true
	}
	return nil, o.Efficiency
}

// EfficiencyUsed is the directives that stand at requests for a lock.
func (m *Model) EfficiencyUsed() []*directive.Directive { return m.efficient }

// markEfficiency notes what a directive says of a request.
func (m *Model) markEfficiency(o *Op) {
	if o.Kind != Acquire {
		return
	}
	if d := m.directives.Efficiency(o.pos); d != nil {
		o.Efficiency = true
		m.efficient = append(m.efficient, d)
	}
}
