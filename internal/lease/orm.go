package lease

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// ormOps turns a gorm chain into a statement.
func (m *Model) ormOps(c call, row *catalog.Row) []*Op {
	chain, open := m.links(c.recv)
	st := &sqlstmt.Statement{Verb: sqlstmt.Update, WhereOpen: open}
	save := false
	ctx, selects := m.ormChain(st, chain)
	var full *sqlstmt.Statement
	if open {
		// A condition that is added on some ways only is one where it is added.
		full = &sqlstmt.Statement{Verb: sqlstmt.Update}
		some, _ := m.linksBy(c.recv, longest)
		m.ormChain(full, some)
	}
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
	case "updates":
		m.ormDoc(st, c.arg(row, "doc"))
	case "save":
		save = true
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
		st.Verb = sqlstmt.Select
		if d := c.arg(row, "dest"); d != nil && st.Table == "" {
			m.ormModel(st, d)
		}
	}
	ops := m.statementOps(st)
	for _, o := range ops {
		o.conn, o.chain = c.recv, chain
		if len(chain) > 0 {
			o.conn = chain[0].recv
		}
		if ctx != nil {
			o.Ctx = ctx
		}
		if full != nil && o.Cond == NoCond && !save && st.Verb == sqlstmt.Update {
			full.Set = st.Set
			if cond, col := condOf(full); cond != NoCond {
				o.Cond, o.Column = cond, col
			}
		}
		if row.Link == "create" && o.Kind == Write {
			o.API = strings.TrimSpace("Create of " + st.Table)
		}
		if save {
			// Save never is conditional: with no row matched it inserts.
			o.API, o.Cond, o.Column = strings.TrimSpace("Save of "+st.Table), NoCond, ""
			o.Guard = Unguarded
			if selects {
				o.Guard = Unclear
			}
			o.Kind = Write
		}
	}
	return ops
}

// ormChain reads the links of a chain into a statement.
func (m *Model) ormChain(st *sqlstmt.Statement, chain []call) (ctx *origin.Value, selects bool) {
	for _, l := range chain {
		lrow := l.row()
		switch lrow.Link {
		case "where":
			m.ormCond(st, l, lrow)
		case "not", "or", "having", "joins":
			st.HasWhere = true
			if lrow.Link == "or" {
				for i := range st.Where {
					st.Where[i].Disjunct = true
				}
			}
		case "model":
			m.ormModel(st, l.arg(lrow, "doc"))
		case "table":
			if v := l.arg(lrow, "name"); v != nil {
				if o := m.of(v); o.Kind == origin.Const {
					st.Table = strings.ToLower(strings.Fields(o.Text + " ")[0])
				}
			}
		case "clauses":
			m.ormClauses(st, l)
		case "scopes":
			st.WhereOpen = true
		case "select":
			selects = true
		case "raw":
			if text, ok := m.sqlText(l, &catalog.Row{Role: catalog.SQLExec, Params: lrow.Params, Names: lrow.Names, Lib: lrow.Lib}); ok {
				*st = sqlstmt.Parse(text)
			}
		case "option":
			if v := l.arg(lrow, "value"); v != nil && strings.Contains(strings.ToUpper(m.of(v).Text), "FOR UPDATE") {
				st.ForUpdate = true
			}
		case "ctx":
			if v := l.arg(lrow, "ctx"); v != nil {
				ctx = m.of(v)
			}
		case "set":
			st.SetOpen = true
		}
	}
	return ctx, selects
}

// ormClauses reads clause.Locking and clause.OnConflict.
func (m *Model) ormClauses(st *sqlstmt.Statement, l call) {
	for _, a := range l.args {
		el, ok := m.res.Elements(a)
		if !ok {
			st.WhereOpen = true
		}
		for _, e := range el {
			if e == nil {
				continue
			}
			if mi, ok := e.(*ssa.MakeInterface); ok {
				e = mi.X
			}
			switch named(e.Type()) {
			case "Locking":
				st.ForUpdate = true
			case "OnConflict":
				c := &sqlstmt.Conflict{Action: sqlstmt.ConflictUpdate}
				if o, set, known := m.res.StructField(e, "DoNothing"); known && set && o.Text == "true" {
					c.Action = sqlstmt.ConflictNothing
				}
				if c.Action == sqlstmt.ConflictUpdate {
					m.ormConflictSet(st, c, e)
				}
				m.conflictWhere(st, c, e)
				st.Conflict = c
			case "Returning":
			default:
				st.WhereOpen = true
			}
		}
	}
}

// ormConflictSet reads what an upsert sets: UpdateAll and AssignmentColumns
// overwrite, Assignments may count.
func (m *Model) ormConflictSet(st *sqlstmt.Statement, c *sqlstmt.Conflict, e ssa.Value) {
	if _, set, known := m.res.StructField(e, "UpdateAll"); known && set {
		return
	}
	v := m.res.StructFieldValue(e, "DoUpdates")
	ctor := m.madeBy(v, 0)
	if ctor == nil {
		st.SetOpen = true // not known
		return
	}
	switch oc := newCall(ctor); oc.name() {
	case "AssignmentColumns":
	case "Assignments":
		if len(oc.args) == 1 {
			entries, complete := m.res.MapEntries(oc.args[0])
			st.SetOpen = !complete
			for _, x := range entries {
				c.Set = append(c.Set, sqlstmt.Assign{Column: leaf(x.Key.Text), Value: m.ormValue(leaf(x.Key.Text), x.Val)})
			}
		}
	default:
		st.SetOpen = true
	}
}
