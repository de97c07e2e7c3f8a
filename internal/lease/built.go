package lease

import (
	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// builtStatement is the statement of a call whose text a builder gave: ToSql's
// result, or the builder itself. It is nil for any other text.
func (m *Model) builtStatement(c call, row *catalog.Row) *sqlstmt.Statement {
	o, ok := row.Operand(c.fn, "sql")
	if !ok || o.Field != "" || o.Arg >= len(c.args) {
		return nil
	}
	if row.Link == "built" {
		return m.builderOf(c.args[o.Arg])
	}
	return m.builderOf(m.builderValue(c.args[o.Arg]))
}

// builderValue is the builder whose text a value is, or nil.
func (m *Model) builderValue(v ssa.Value) ssa.Value {
	made := m.madeBy(v, 0)
	if made == nil {
		return nil
	}
	k := newCall(made)
	if row := k.row(); row != nil && row.Role == catalog.SQLText && row.Link == "tosql" {
		return k.recv
	}
	return nil
}

// builderOf reads the chain that a builder's value is, nil when its beginning is
// out of sight.
func (m *Model) builderOf(v ssa.Value) *sqlstmt.Statement {
	if v == nil {
		return nil
	}
	chain, open := m.links(unwrap(v))
	b := m.readChain(chain)
	if !b.started {
		return nil
	}
	b.st.WhereOpen = b.st.WhereOpen || open
	return b.st
}

// builtOps are the operations of a statement that a builder made.
func (m *Model) builtOps(c call, row *catalog.Row, st *sqlstmt.Statement) []*Op {
	ops := sentOn(c, row, m.statementOps(st))
	if v := c.arg(row, "client"); v != nil {
		for _, o := range ops {
			o.conn = unwrap(v)
		}
	}
	return ops
}
