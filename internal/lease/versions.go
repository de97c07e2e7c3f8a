package lease

import (
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
