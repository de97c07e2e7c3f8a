package lease

import (
	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// versioned refines the role of a call whose storage compares a version only when
// it is given one: an option of NATS, an argument of ZooKeeper, where -1 stands for
// any. A version that is not known is a comparison, not a fault.
func (m *Model) versioned(c call, row *catalog.Row) (role catalog.Role, compares bool) {
	role, compares = row.Role, row.Compares
	switch {
	case row.Link == "node":
		return m.nodeRole(c, row), compares
	case row.Link == "version":
		v := c.arg(row, "version")
		any := v != nil && m.of(v).Kind == origin.Const && m.of(v).Text == "-1"
		switch {
		case role == catalog.Delete:
			compares = !any
		case any:
			role = catalog.Write
		}
	case row.Lib.Store == catalog.NATS && role == catalog.Delete:
		var g precondition
		if v := c.arg(row, "opts"); v != nil {
			m.optionConditions(v, &g)
		}
		compares = g.match || g.open
	}
	return role, compares
}

// optioned is what a write or delete is by the conditions in its struct of
// options, and the condition in Redis's words. A condition that cannot be seen may be
// any.
func (m *Model) optioned(c call, row *catalog.Row) (role catalog.Role, compares bool, cond string) {
	g := m.argConditions(c, row)
	switch {
	case row.Role == catalog.Delete:
		return catalog.Delete, g.match || g.open, ""
	case g.match || g.open:
		return catalog.CondWrite, true, ""
	case g.absent:
		return catalog.Acquire, false, "NX"
	case g.exists:
		return catalog.Write, false, "XX"
	}
	return catalog.Write, false, ""
}

// swapped is what a call does that stores a value after a comparison, and for which nil
// is no record: with nil to compare with it creates, with nil to store it deletes. A mode
// may say whether it compares at all. clear is false where that cannot be seen.
func (m *Model) swapped(c call, row *catalog.Row) (role catalog.Role, compares, clear bool) {
	_, matches := row.Operand(c.fn, "match")
	if _, ok := row.Operand(c.fn, "mode"); ok {
		mode, _, set, known := m.role(c, row, "mode")
		if !known || set && mode.Kind != origin.Const {
			return 0, false, false
		}
		matches = set && mode.Text == "true"
	}
	_, val, set, known := m.role(c, row, "value")
	stores := known && set && !isNil(val)
	if !matches {
		if stores {
			return catalog.Write, false, true
		}
		return catalog.Delete, false, true
	}
	_, old, set, known := m.role(c, row, "match")
	switch absent := known && (!set || isNil(old)); {
	case !known || absent && !stores:
		return 0, false, false
	case absent:
		return catalog.Acquire, false, true
	case stores:
		return catalog.CondWrite, true, true
	}
	return catalog.Release, true, true
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil
}

// ZooKeeper's flags of a node.
const (
	nodeEphemeral  = 1
	nodeSequential = 2
)

// nodeRole is what creating a node is: an ephemeral one is a lock record, which
// ends with its session. A sequential node has a name of its own, and a persistent
// one is data that is written once.
func (m *Model) nodeRole(c call, row *catalog.Row) catalog.Role {
	if v := c.arg(row, "mode"); v != nil {
		if flags, ok := constInt(v); ok && flags&nodeEphemeral != 0 && flags&nodeSequential == 0 {
			return catalog.Acquire
		}
	}
	return catalog.Insert
}
