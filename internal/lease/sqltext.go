package lease

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/pattern"
	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// sqlWithTables is the text that a call runs, with holes for what is not known and
// names for tables that are values.
func (m *Model) sqlWithTables(c call, row *catalog.Row) (string, namedTables, bool) {
	var v *origin.Value
	switch row.Role {
	case catalog.StmtExec, catalog.StmtQuery:
		ctor := m.madeBy(c.recv, 0)
		if ctor == nil {
			return "", nil, false
		}
		pc := newCall(ctor)
		prow := pc.row()
		if prow == nil || prow.Role != catalog.SQLPrepare {
			return "", nil, false
		}
		v, _, _, _ = m.role(pc, prow, "sql")
	default:
		v, _, _, _ = m.role(c, row, "sql")
		if v == nil { // xorm's Exec(words…): the text comes first
			if el, _ := m.variadic(c, "words"); len(el) > 0 && el[0] != nil {
				v = m.of(unwrap(el[0]))
			}
		}
	}
	tables := namedTables{}
	text, ok := tables.text(m.fieldText(m.throughText(v, 0)))
	return text, tables, ok
}

// sqlText is the text alone.
func (m *Model) sqlText(c call, row *catalog.Row) (string, bool) {
	text, _, ok := m.sqlWithTables(c, row)
	return text, ok
}

// fieldText follows a field that keeps a text to the text, where the package stores one
// only: backend.deleteLock = "DELETE FROM " + table + " WHERE …" in its constructor.
func (m *Model) fieldText(v *origin.Value) *origin.Value {
	if v == nil || v.Kind != origin.Field || v.Var() == nil || v.Var().Pkg() != m.Pass.Pkg {
		return v
	}
	var one *origin.Value
	for _, s := range m.index.Stores(v.Var()) {
		if in, ok := s.(ssa.Instruction); ok && m.inTest(in.Parent()) {
			continue
		}
		o := m.of(s)
		if one != nil && one.String() != o.String() || o.Kind != origin.Const && o.Kind != origin.Format {
			return v
		}
		one = o
	}
	if one == nil {
		return v
	}
	return one
}

// namedTables are the tables of a text that are values, such as the field of a lock
// that has it configured, by the names that stand for them in the text.
type namedTables map[string]*origin.Value

// beforeTable is the end of a text after which the name of a table comes.
var beforeTable = pattern.New("(?i)\\b(update|insert\\s+into|replace\\s+into|delete\\s+from|merge\\s+into|from)\\s+[\"`\\[]?(\\x{FFFC}[\"`\\]]?\\.[\"`\\[]?)?$")

// text is origin.TextOf with a name in the place of each table that is a value.
func (t namedTables) text(v *origin.Value) (string, bool) {
	if v == nil || v.Kind != origin.Format {
		text, _, ok := origin.TextOf(v, string(sqlstmt.Hole))
		return text, ok
	}
	var b strings.Builder
	known := false
	for i, p := range v.Parts {
		text, _, ok := origin.TextOf(p, string(sqlstmt.Hole))
		switch {
		case ok:
			known = true
		default:
			text = string(sqlstmt.Hole)
			schema := i+1 < len(v.Parts) && v.Parts[i+1].Kind == origin.Const && strings.HasPrefix(strings.TrimLeft(v.Parts[i+1].Text, "\"`]"), ".")
			if name := tableName(p); name != "" && !schema && beforeTable.MatchString(b.String()) {
				text = name
				t[name] = p
			}
		}
		b.WriteString(text)
	}
	return b.String(), known
}

// tableName is a name for a table that is a value: the same for the same value.
func tableName(v *origin.Value) string {
	switch v.Kind {
	case origin.Field:
		if v.Var() != nil {
			return fmt.Sprintf("%s_of_%d", v.Var().Name(), v.Var().Pos())
		}
	case origin.Param, origin.Global, origin.Call:
		if s := v.SSA(); s != nil {
			return fmt.Sprintf("table_of_%d", s.Pos())
		}
	}
	return ""
}

// name gives the operations of a text the tables that they are about. Where the table's
// own name is not known, the type whose method runs the statement may say that it
// holds locks: func (l *TableLock) Unlock.
func (t namedTables) name(ops []*Op, fn *ssa.Function) {
	for _, o := range ops {
		if o.stmt == nil {
			continue
		}
		for name, v := range t {
			if !strings.EqualFold(o.stmt.Table, name) {
				continue
			}
			if o.Kind == Write && !o.Lockish && lockishName(recvType(outermost(fn))) {
				o.Lockish = true
				lockRecord(o, o.stmt)
			}
			o.Key = v
			o.API = strings.Replace(o.API, o.stmt.Table, readable(v), 1)
		}
	}
}

func readable(v *origin.Value) string {
	if n := v.Name(); n != "" {
		return n
	}
	return "the table"
}

// throughText follows calls that hand a SQL text through: Rebind, sqlx.In.
func (m *Model) throughText(v *origin.Value, depth int) *origin.Value {
	if v == nil || v.Kind != origin.Call || depth > 4 {
		return v
	}
	var instr *ssa.Call
	switch s := v.SSA().(type) {
	case *ssa.Call:
		instr = s
	case *ssa.Extract:
		instr, _ = s.Tuple.(*ssa.Call)
	}
	if instr == nil {
		return v
	}
	c := newCall(instr)
	row := c.row()
	if row == nil || row.Role != catalog.SQLText {
		return v
	}
	inner, _, _, ok := m.role(c, row, "sql")
	if !ok {
		return v
	}
	return m.throughText(inner, depth+1)
}
