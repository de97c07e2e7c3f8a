package lease

import (
	"go/types"
	"strings"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/sqlstmt"
	"golang.org/x/tools/go/ssa"
)

// ormDoc reads the columns that Updates sets from a map or struct. Of a record that
// is not in sight it is known that it carries values, and no steps of counters.
func (m *Model) ormDoc(st *sqlstmt.Statement, v ssa.Value) {
	record := sqlstmt.Assign{Value: sqlstmt.Operand{Kind: sqlstmt.Placeholder, Arg: -1}}
	if v == nil {
		st.SetOpen = true
		return
	}
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	if entries, complete := m.res.MapEntries(v); len(entries) > 0 {
		for _, e := range entries {
			if e.Key.Kind == origin.Const {
				st.Set = append(st.Set, sqlstmt.Assign{Column: leaf(e.Key.Text), Value: m.ormValue(leaf(e.Key.Text), e.Val)})
			} else {
				st.SetOpen = true
			}
		}
		st.SetOpen = st.SetOpen || !complete
		return
	}
	if fields, ok := m.structFields(v); ok {
		for _, f := range fields {
			st.Set = append(st.Set, sqlstmt.Assign{Column: f.column, Value: sqlstmt.Operand{Kind: sqlstmt.Placeholder, Arg: -1}})
		}
		if len(fields) > 0 {
			return
		}
	}
	st.SetOpen = true
	if isRecord(v.Type()) {
		st.Set = append(st.Set, record)
	}
}

// isRecord reports whether a type is a struct or a pointer to one.
func isRecord(t types.Type) bool {
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

// ormPairs reads jinzhu's Update("a", 1, "b", 2) or Update(map).
func (m *Model) ormPairs(st *sqlstmt.Statement, v ssa.Value) {
	el, _ := m.res.Elements(v)
	if len(el) == 1 {
		m.ormDoc(st, el[0])
		return
	}
	for i := 0; i+1 < len(el); i += 2 {
		if o := m.of(el[i]); o.Kind == origin.Const {
			st.Set = append(st.Set, sqlstmt.Assign{Column: leaf(o.Text), Value: m.ormValue(leaf(o.Text), el[i+1])})
		}
	}
	if len(el) == 0 {
		st.SetOpen = true
	}
}

func (m *Model) ormDocColumns(st *sqlstmt.Statement, v ssa.Value) {
	if v == nil {
		return
	}
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	if fields, ok := m.structFields(v); ok {
		for _, f := range fields {
			st.Set = append(st.Set, sqlstmt.Assign{Column: f.column, Value: sqlstmt.Operand{Kind: sqlstmt.Placeholder, Arg: -1}})
		}
	}
}

// ormValue is the kind of a value that is set; gorm.Expr("n - ?", x) is read as SQL.
func (m *Model) ormValue(column string, v ssa.Value) sqlstmt.Operand {
	if v == nil {
		return sqlstmt.Operand{Arg: -1}
	}
	if ctor := m.madeBy(v, 0); ctor != nil {
		c := newCall(ctor)
		row := c.row()
		if row != nil && row.Role == catalog.Handle && row.Link == "step" {
			op := " + ?"
			if strings.EqualFold(c.name(), "SUB") {
				op = " - ?"
			}
			return sqlstmt.Operand{Kind: sqlstmt.SelfStep, Text: column + op, Arg: -1}
		}
		if row != nil && row.Role == catalog.Handle && row.Link == "value" && len(c.args) == 1 {
			return m.ormValue(column, c.args[0])
		}
		if row != nil && row.Role == catalog.SQLText && row.Link != "tosql" {
			if o, _, _, ok := m.role(c, row, "sql"); ok {
				if text, _, ok := origin.TextOf(o, string(sqlstmt.Hole)); ok {
					st := sqlstmt.Parse("UPDATE t SET " + column + " = " + text)
					if len(st.Set) > 0 {
						return st.Set[0].Value
					}
				}
			}
		}
	}
	return sqlstmt.Operand{Kind: m.operandKind(v), Text: m.operandText(v), Arg: -1}
}

func (m *Model) operandKind(v ssa.Value) sqlstmt.OperandKind {
	o := m.of(v)
	switch {
	case o.Kind == origin.Const && o.Type == "nil":
		return sqlstmt.Null
	case o.Kind == origin.Const:
		return sqlstmt.Literal
	case o.Kind == origin.Call && strings.HasSuffix(o.Text, "time.Now"):
		return sqlstmt.Now
	}
	return sqlstmt.Placeholder
}

func (m *Model) operandText(v ssa.Value) string {
	if o := m.of(v); o.Kind == origin.Const {
		return "'" + o.Text + "'"
	}
	return ""
}

type structField struct {
	column string
	field  string
}

// structFields lists the fields of a struct literal that are set, with their
// column names.
func (m *Model) structFields(v ssa.Value) ([]structField, bool) {
	t := v.Type()
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil, false
	}
	var out []structField
	anyKnown := false
	for i := 0; i < s.NumFields(); i++ {
		_, set, known := m.res.StructField(v, s.Field(i).Name())
		anyKnown = anyKnown || known
		if known && set {
			out = append(out, structField{columnName(s, i), s.Field(i).Name()})
		}
	}
	return out, anyKnown
}

// columnName is the column of a model's field: the name in its tag, or the
// field's in snake case.
func columnName(s *types.Struct, i int) string {
	tag := s.Tag(i)
	for _, key := range []string{`gorm:"`, `db:"`, `bson:"`, `json:"`} {
		at := strings.Index(tag, key)
		if at < 0 {
			continue
		}
		rest := tag[at+len(key):]
		if end := strings.IndexByte(rest, '"'); end >= 0 {
			rest = rest[:end]
		}
		if key == `gorm:"` {
			if c := strings.Index(strings.ToLower(rest), "column:"); c >= 0 {
				name, _, _ := strings.Cut(rest[c+len("column:"):], ";")
				return strings.ToLower(name)
			}
			continue
		}
		if key == `json:"` {
			continue
		}
		name, _, _ := strings.Cut(rest, ",")
		if name != "" && name != "-" {
			return name
		}
	}
	return snakeCase(s.Field(i).Name())
}
