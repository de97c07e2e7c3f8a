package lease

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// ormOps turns a builder chain (gorm, bun, xorm, squirrel, ent, …) into a statement
// at the link that sends it.
func (m *Model) ormOps(c call, row *catalog.Row) []*Op {
	chain, open := m.links(c.recv)
	b := m.readChain(chain)
	st := b.st
	st.WhereOpen = st.WhereOpen || open
	var full *sqlstmt.Statement
	if open {
		// A condition that is added on some ways only is one where it is added.
		some, _ := m.linksBy(c.recv, longest)
		full = m.readChain(some).st
	}
	if !b.started {
		m.verbOf(st, c, row)
	}
	m.finish(b, c, row)
	ops := m.statementOps(st)
	for _, o := range ops {
		o.conn, o.chain = b.conn, chain
		if o.conn == nil {
			o.conn = c.recv
			if len(chain) > 0 {
				o.conn = chain[0].recv
			}
		}
		if v := c.arg(row, "client"); v != nil {
			o.conn = unwrap(v)
		}
		if b.ctx != nil {
			o.Ctx = b.ctx
		}
		if full != nil && o.Cond == NoCond && row.Link != "save" && st.Verb == sqlstmt.Update {
			full.Set = st.Set
			if cond, col := condOf(full); cond != NoCond {
				o.Cond, o.Column = cond, col
			}
		}
		switch {
		case row.Link == "create" && o.Kind == Write:
			o.API = strings.TrimSpace("Create of " + st.Table)
		case row.Link == "save":
			// Save never is conditional: with no row matched it inserts.
			o.API, o.Cond, o.Column = strings.TrimSpace("Save of "+st.Table), NoCond, ""
			o.Kind, o.Guard = Write, Unguarded
			if b.selects {
				o.Guard = Unclear
			}
		case row.Link == "rows", row.Link == "find" && b.raw:
			o.Raises = true // UPDATE … RETURNING: no row is an error, or seen in what is read
		}
	}
	return ops
}

// verbOf takes the verb from the type of a builder whose first link is out of
// sight: an UpdateBuilder that was handed in. What was set and compared before is
// then not known either. gorm's, xorm's and go-pg's chains have no first link; their
// ends say the verb. A text that is out of sight says nothing at all.
func (m *Model) verbOf(st *sqlstmt.Statement, c call, row *catalog.Row) {
	if c.recv == nil {
		return
	}
	name := named(c.recv.Type())
	for _, v := range []struct {
		word string
		verb sqlstmt.Verb
	}{{"Update", sqlstmt.Update}, {"Insert", sqlstmt.Insert}, {"Create", sqlstmt.Insert}, {"Delete", sqlstmt.Delete}, {"Select", sqlstmt.Select}, {"Query", sqlstmt.Select}} {
		if name != v.word && (strings.HasPrefix(name, v.word) || strings.HasSuffix(name, v.word) || strings.HasSuffix(name, v.word+"One")) {
			st.Verb, st.WhereOpen, st.SetOpen = v.verb, true, true
			return
		}
	}
	switch row.Link {
	case "run", "rows", "exec", "cas":
		st.Verb = sqlstmt.Unknown
	}
}

// finish reads the end of a chain: what it sets, inserts or looks for.
func (m *Model) finish(b *built, c call, row *catalog.Row) {
	st := b.st
	switch row.Link {
	case "update":
		if col := c.arg(row, "column"); col != nil {
			if o := m.of(col); o.Kind == origin.Const {
				st.Set = append(st.Set, sqlstmt.Assign{Column: leaf(o.Text), Value: m.ormValue(leaf(o.Text), c.arg(row, "value"))})
			} else {
				st.SetOpen = true
			}
		} else if d := c.arg(row, "doc"); d != nil {
			m.ormPairs(st, d)
		} else {
			st.SetOpen = true
		}
	case "updates", "bean":
		m.finishUpdate(b, c, row)
	case "run", "rows":
		if b.raw || st.Verb != sqlstmt.Update || len(st.Set) > 0 {
			break
		}
		// Nothing is set by name: the model is, as a whole or by chosen columns. What
		// has no model either adds edges, which are rows of other tables.
		m.chosenColumns(st, b.columns)
		if b.model && len(b.columns) == 0 {
			st.SetOpen = true
			st.Set = append(st.Set, sqlstmt.Assign{Value: sqlstmt.Operand{Kind: sqlstmt.Placeholder, Arg: -1}})
		}
	case "save":
		st.SetOpen = true
		m.ormModel(st, c.arg(row, "doc"))
	case "create":
		st.Verb = sqlstmt.Insert
		m.ormModel(st, c.arg(row, "doc"))
		m.ormDocColumns(st, c.arg(row, "doc"))
	case "firstorcreate":
		st.Verb = sqlstmt.Insert
		m.ormModel(st, c.arg(row, "dest"))
		st.Conflict = &sqlstmt.Conflict{Action: sqlstmt.ConflictNothing}
	case "delete":
		st.Verb = sqlstmt.Delete
		m.ormModel(st, c.arg(row, "doc"))
		if d := c.arg(row, "doc"); d != nil {
			if fields, ok := m.structFields(unwrap(d)); ok && len(fields) > 0 {
				st.HasWhere = true // deletes by the key that is set in the model
			}
		}
		m.ormConds(st, c.arg(row, "conds"))
	case "find":
		if !b.raw {
			st.Verb = sqlstmt.Select
		}
		if d := c.arg(row, "dest"); d != nil && st.Table == "" {
			m.ormModel(st, d)
		}
	}
}

// finishUpdate reads an end that updates by a document: gorm's Updates, xorm's
// Update(bean). Columns that were chosen before are what is set.
func (m *Model) finishUpdate(b *built, c call, row *catalog.Row) {
	st := b.st
	d := c.arg(row, "doc")
	if d == nil {
		st.SetOpen = st.SetOpen || len(st.Set) == 0
		return
	}
	if row.Link == "bean" {
		m.ormModel(st, d) // names the table, unless Table did
		if b.unversioned {
			dropVersion(st)
		}
		if el, _ := m.variadic(c, "conds"); len(el) > 0 {
			st.HasWhere = true
			for _, e := range el {
				m.ormCondValue(st, e)
			}
		}
	}
	if len(b.columns) > 0 {
		m.chosenColumns(st, b.columns)
		return
	}
	m.ormDoc(st, d)
}

// chosenColumns are the columns that Cols, Column or UPDATE(…) choose.
func (m *Model) chosenColumns(st *sqlstmt.Statement, columns []ssa.Value) {
	for _, col := range columns {
		name := m.columnOf(col)
		if name == "" {
			st.SetOpen = true
			continue
		}
		st.Set = append(st.Set, sqlstmt.Assign{Column: name, Value: sqlstmt.Operand{Kind: sqlstmt.Placeholder, Arg: -1}})
	}
}
