package lease

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// setLink reads a link that sets columns. Behind an ON CONFLICT the sets are those
// of its branch.
func (m *Model) setLink(b *built, l call, row *catalog.Row) bool {
	st := b.st
	into := &st.Set
	if st.Conflict != nil && st.Conflict.Action == sqlstmt.ConflictUpdate {
		into = &st.Conflict.Set
	}
	placeholder := sqlstmt.Operand{Kind: sqlstmt.Placeholder, Arg: -1}
	switch row.Link {
	case "set":
		m.setColumns(st, into, l, row)
	case "step":
		column := m.linkColumn(l, row)
		*into = append(*into, sqlstmt.Assign{Column: column, Value: sqlstmt.Operand{Kind: sqlstmt.SelfStep, Text: column + " + ?", Arg: -1}})
	case "clear":
		*into = append(*into, sqlstmt.Assign{Column: m.linkColumn(l, row), Value: sqlstmt.Operand{Kind: sqlstmt.Null, Arg: -1}})
	case "values":
		m.setValues(b, into, l)
	case "doc":
		m.chosenColumns(st, b.columns)
		st.SetOpen = st.SetOpen || len(b.columns) == 0
	case "on":
		m.conflictLink(st, l, row)
	case "ignore":
		st.Conflict = &sqlstmt.Conflict{Action: sqlstmt.ConflictNothing}
	case "overwrite":
		st.Conflict = &sqlstmt.Conflict{Action: sqlstmt.ConflictUpdate, Set: st.Set}
		for i := range st.Conflict.Set {
			st.Conflict.Set[i].Value = placeholder
		}
	case "options":
		if el, _ := m.res.Elements(l.arg(row, "sql")); len(el) > 0 {
			for _, e := range el {
				switch strings.ToUpper(m.of(e).Text) {
				case "IGNORE":
					st.Conflict = &sqlstmt.Conflict{Action: sqlstmt.ConflictNothing}
				case "REPLACE":
					st.Conflict = &sqlstmt.Conflict{Action: sqlstmt.ConflictUpdate}
				}
			}
		}
	default:
		return false
	}
	return true
}

// linkColumn is the column that a link is about: by its argument, or by its name.
func (m *Model) linkColumn(l call, row *catalog.Row) string {
	if row.Column != "" {
		return snakeCase(row.Column)
	}
	if v := l.arg(row, "column"); v != nil {
		return m.columnOf(v)
	}
	return ""
}

// setColumns reads Set("a", v), SetMap(m), Set("a = ?", v), SetName(v).
func (m *Model) setColumns(st *sqlstmt.Statement, into *[]sqlstmt.Assign, l call, row *catalog.Row) {
	value := l.arg(row, "value")
	if column := m.linkColumn(l, row); column != "" {
		v := sqlstmt.Operand{Kind: sqlstmt.Placeholder, Arg: -1}
		switch text := l.arg(row, "update"); {
		case text != nil: // SetColumn("n", "n + ?", 1)
			if t, _, ok := origin.TextOf(m.of(unwrap(text)), string(sqlstmt.Hole)); ok {
				if got := sqlstmt.Parse("UPDATE t SET " + column + " = " + t); len(got.Set) > 0 {
					v = got.Set[0].Value
				}
			}
		case value != nil:
			v = m.ormValue(column, value)
		}
		*into = append(*into, sqlstmt.Assign{Column: column, Value: v})
		return
	}
	if text := l.arg(row, "update"); text != nil {
		t, _, ok := origin.TextOf(m.of(unwrap(text)), string(sqlstmt.Hole))
		if !ok {
			st.SetOpen = true
			return
		}
		got := sqlstmt.Parse("UPDATE t SET " + t)
		*into = append(*into, got.Set...)
		st.SetOpen = st.SetOpen || got.SetOpen
		return
	}
	d := l.arg(row, "doc")
	if d == nil {
		st.SetOpen = true
		return
	}
	if el, ok := m.res.Elements(d); ok && len(el) > 0 {
		d = el[0] // rows of an insert
	}
	sub := &sqlstmt.Statement{}
	m.ormDoc(sub, d)
	*into = append(*into, sub.Set...)
	st.SetOpen = st.SetOpen || sub.SetOpen
}

// setValues pairs values with the columns that were chosen before, or reads jet's
// assignments: SET(Jobs.State.SET(String("done"))).
func (m *Model) setValues(b *built, into *[]sqlstmt.Assign, l call) {
	var values []ssa.Value
	for _, a := range l.args {
		if el, ok := m.res.Elements(a); ok && len(el) > 0 {
			values = append(values, el...)
		} else {
			values = append(values, a)
		}
	}
	for i, v := range values {
		if v == nil {
			continue
		}
		if made := m.madeBy(v, 0); made != nil {
			k := newCall(made)
			if r := k.row(); r != nil && r.Link == "assign" && k.recv != nil {
				column := m.columnOf(k.recv)
				*into = append(*into, sqlstmt.Assign{Column: column, Value: m.ormValue(column, k.args[0])})
				continue
			}
		}
		if i < len(b.columns) {
			column := m.columnOf(b.columns[i])
			*into = append(*into, sqlstmt.Assign{Column: column, Value: m.ormValue(column, v)})
		}
	}
	b.st.SetOpen = b.st.SetOpen || len(*into) == 0
}

// conflictLink reads what an insert does when the row exists.
func (m *Model) conflictLink(st *sqlstmt.Statement, l call, row *catalog.Row) {
	st.Conflict = &sqlstmt.Conflict{Action: sqlstmt.ConflictUnknown}
	v := l.arg(row, "cond")
	if v == nil {
		v = l.arg(row, "conds")
	}
	if v == nil {
		return
	}
	if text, _, ok := origin.TextOf(m.of(unwrap(v)), string(sqlstmt.Hole)); ok {
		text = strings.TrimSpace(text)
		if up := strings.ToUpper(text); !strings.HasPrefix(up, "ON ") && !strings.HasPrefix(up, "DUPLICATE") && !strings.HasPrefix(up, "CONFLICT") {
			text = "CONFLICT " + text // go-pg: OnConflict("(id) DO UPDATE")
		}
		switch up := strings.ToUpper(text); {
		case strings.Contains(up, "DO NOTHING"):
			st.Conflict.Action = sqlstmt.ConflictNothing
		case strings.Contains(up, "DO UPDATE"), strings.Contains(up, "DUPLICATE KEY UPDATE"):
			st.Conflict.Action = sqlstmt.ConflictUpdate
		}
		return
	}
	made := m.madeBy(v, 0)
	if made == nil {
		return
	}
	k := newCall(made)
	switch r := k.row(); {
	case r == nil:
	case r.Link == "nothing":
		st.Conflict.Action = sqlstmt.ConflictNothing
	case r.Link == "conflict":
		st.Conflict.Action = sqlstmt.ConflictUpdate
		sub := &sqlstmt.Statement{}
		m.ormDoc(sub, k.arg(r, "doc"))
		st.Conflict.Set, st.SetOpen = sub.Set, st.SetOpen || sub.SetOpen
	}
}
