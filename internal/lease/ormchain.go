package lease

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// built is what the links of a builder chain say.
type built struct {
	st      *sqlstmt.Statement
	ctx     *origin.Value
	conn    ssa.Value   // the handle that a link names: RunWith(tx), Conn(tx)
	columns []ssa.Value // the columns that a link chooses
	started bool        // the first link, which says the verb, is in sight
	raw     bool        // the statement is a text
	selects bool        // columns were chosen
	model   bool        // a model says what is set
	// unversioned says that xorm's comparison of a version was taken away.
	unversioned bool
}

// readChain reads the links of a chain into a statement.
func (m *Model) readChain(chain []call) *built {
	b := &built{st: &sqlstmt.Statement{Verb: sqlstmt.Update}}
	for _, l := range m.sideLinks(chain, b.st) {
		if row := l.row(); !m.startLink(b, l, row) && !m.setLink(b, l, row) {
			m.chainLink(b, l, row)
		}
	}
	return b
}

// verbs are the links that begin a statement.
var verbs = map[catalog.Link]sqlstmt.Verb{
	"update": sqlstmt.Update, "insert": sqlstmt.Insert, "replace": sqlstmt.Insert, "delete": sqlstmt.Delete,
	"merge": sqlstmt.Merge, "query": sqlstmt.Select,
}

// starts reports whether a link begins a statement: what stands before it is a
// handle, which adds nothing to the statement.
func starts(row *catalog.Row) bool {
	return row.Role == catalog.ChainLink && (verbs[row.Link] != "" || row.Link == "raw")
}

func (m *Model) startLink(b *built, l call, row *catalog.Row) bool {
	st := b.st
	verb, ok := verbs[row.Link]
	if !ok {
		return false
	}
	st.Verb, b.started = verb, true
	if row.Link == "replace" {
		st.Conflict = &sqlstmt.Conflict{Action: sqlstmt.ConflictUpdate}
	}
	switch {
	case row.Table == "." && l.recv != nil:
		origin.Walk(m.of(l.recv), func(v *origin.Value) bool {
			if v.Kind == origin.Global { // table.Jobs, which embeds what UPDATE is a method of
				st.Table = snakeCase(v.Text[strings.LastIndexByte(v.Text, '.')+1:])
			}
			return st.Table == ""
		})
	case row.Table != "":
		st.Table = snakeCase(row.Table)
	case l.arg(row, "name") != nil:
		m.tableName(st, l.arg(row, "name"))
	}
	if v := l.arg(row, "column"); v != nil && verb != sqlstmt.Select {
		el, ok := m.res.Elements(v)
		b.columns, st.SetOpen = el, st.SetOpen || !ok
	}
	if l.arg(row, "key") != nil {
		m.ormKey(st)
	}
	return true
}

// ormKey adds the comparison of the primary key.
func (m *Model) ormKey(st *sqlstmt.Statement) {
	st.HasWhere = true
	st.Where = append(st.Where, sqlstmt.Predicate{Column: "id", Op: "=", Value: sqlstmt.Operand{Kind: sqlstmt.Placeholder, Arg: -1}})
}

// tableName reads the first word of a table's name: "jobs AS j".
func (m *Model) tableName(st *sqlstmt.Statement, v ssa.Value) {
	if el, _ := m.res.Elements(v); len(el) > 0 && el[0] != nil {
		v = el[0]
	}
	if o := m.of(unwrap(v)); o.Kind == origin.Const {
		word, _, _ := strings.Cut(strings.TrimSpace(o.Text), " ")
		st.Table = strings.ToLower(word)
	}
}

func (m *Model) chainLink(b *built, l call, row *catalog.Row) {
	st := b.st
	switch row.Link {
	case "where":
		m.ormCond(st, l, row)
	case "in":
		st.HasWhere = true
		if o := m.of(l.arg(row, "column")); o.Kind == origin.Const {
			st.Where = append(st.Where, sqlstmt.Predicate{Column: leaf(o.Text), Op: "IN", Value: sqlstmt.Operand{Kind: sqlstmt.Placeholder, Arg: -1}})
		} else {
			st.WhereOpen = true
		}
	case "wherepk":
		m.ormKey(st)
	case "not", "or", "having", "joins":
		st.HasWhere = true
		if row.Link == "or" {
			for i := range st.Where {
				st.Where[i].Disjunct = true
			}
		}
	case "model":
		b.model = true
		m.ormModel(st, l.arg(row, "doc"))
	case "table":
		if v := l.arg(row, "name"); v != nil {
			m.tableName(st, v)
		}
	case "clauses":
		m.ormClauses(st, l)
	case "scopes", "prefix":
		st.WhereOpen = true
	case "assigners":
		st.SetOpen = true
	case "select", "columns":
		b.selects = true
		if v := l.arg(row, "column"); v != nil {
			el, ok := m.res.Elements(v)
			if !ok && len(el) == 0 && isText(v.Type()) {
				el = []ssa.Value{v}
			}
			b.columns = append(b.columns, el...)
		}
	case "raw":
		if text, ok := m.sqlText(l, &catalog.Row{Role: catalog.SQLExec, Params: row.Params, Names: row.Names, Lib: row.Lib}); ok {
			*st = sqlstmt.Parse(text)
		} else {
			*st = sqlstmt.Statement{WhereOpen: true, SetOpen: true}
		}
		b.raw, b.started = true, true
	case "option":
		if v := l.arg(row, "value"); v != nil && strings.Contains(strings.ToUpper(m.of(v).Text), "FOR UPDATE") {
			st.ForUpdate = true
		}
	case "for":
		st.ForUpdate = true
	case "suffix":
		m.suffix(st, l, row)
	case "returning":
		st.Returning = true
	case "noversion":
		b.unversioned = true
		dropVersion(st)
	case "ctx":
		if v := l.arg(row, "ctx"); v != nil {
			b.ctx = m.of(v)
		}
	case "conn":
		if v := l.arg(row, "client"); v != nil {
			b.conn = unwrap(v)
		}
	}
}

// dropVersion takes the comparison away that a model's version field adds.
func dropVersion(st *sqlstmt.Statement) {
	kept := st.Where[:0:0]
	for _, p := range st.Where {
		if p.Column != "version" {
			kept = append(kept, p)
		}
	}
	st.Where = kept
}

// suffix reads a text behind the statement: RETURNING id, FOR UPDATE, ON CONFLICT ….
func (m *Model) suffix(st *sqlstmt.Statement, l call, row *catalog.Row) {
	text, _, ok := origin.TextOf(m.throughText(m.of(unwrap(l.arg(row, "sql"))), 0), string(sqlstmt.Hole))
	if !ok {
		st.WhereOpen = true
		if st.Verb == sqlstmt.Insert {
			st.Conflict = &sqlstmt.Conflict{Action: sqlstmt.ConflictUnknown}
		}
		return
	}
	switch st.Verb {
	case sqlstmt.Insert:
		got := sqlstmt.Parse("INSERT INTO t (a) VALUES (?) " + text)
		if got.Conflict != nil {
			st.Conflict = got.Conflict
		}
		st.Returning = st.Returning || got.Returning
	case sqlstmt.Select:
		st.ForUpdate = st.ForUpdate || sqlstmt.Parse("SELECT a FROM t "+text).ForUpdate
	default:
		got := sqlstmt.Parse("UPDATE t SET a = ? " + text)
		st.Where = append(st.Where, got.Where...)
		st.HasWhere = st.HasWhere || got.HasWhere
		st.Returning = st.Returning || got.Returning
	}
}

// sideLinks adds the links of builders that change in place and whose results are
// dropped: q.SetName(n) as a statement of its own. One that stands on some ways only
// leaves the statement open.
func (m *Model) sideLinks(chain []call, st *sqlstmt.Statement) []call {
	if len(chain) == 0 || !chain[0].row().Lib.Mutable {
		return chain
	}
	var out []call
	for i, l := range chain {
		out = append(out, l)
		v := l.value()
		if v == nil {
			continue
		}
		for _, r := range *v.Referrers() {
			ci, ok := r.(*ssa.Call)
			if !ok || i+1 < len(chain) && chain[i+1].instr == ssa.CallInstruction(ci) {
				continue
			}
			k := newCall(ci)
			row := k.row()
			if k.recv != ssa.Value(v) || row == nil || row.Role != catalog.ChainLink || len(*ci.Referrers()) > 0 {
				continue
			}
			if ci.Block() != v.Block() {
				if row.Link == "where" || row.Link == "scopes" {
					st.WhereOpen = true
				} else {
					st.SetOpen = true
				}
			}
			out = append(out, k)
		}
	}
	return out
}
