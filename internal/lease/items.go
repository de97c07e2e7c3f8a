package lease

import (
	"strings"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/sqlstmt"
	"golang.org/x/tools/go/ssa"
)

// itemOps are DynamoDB item writes.
func (m *Model) itemOps(c call, row *catalog.Row) []*Op {
	o := &Op{API: display(row, c), Raises: true, TTL: TTL{Absent: true}}
	if name, val, set, known := m.role(c, row, "name"); known && set {
		o.Key = m.pointee(name, val)
	}
	if o.Key != nil {
		o.Lockish = lockishTable(strings.NewReplacer("-", "_", ".", "_").Replace(strings.Trim(o.Key.String(), `"`)))
	}
	if _, item, set, k := m.role(c, row, "filter"); k && set {
		o.about = m.recordOf(item)
	} else if _, item, set, k := m.role(c, row, "doc"); k && set {
		o.about = m.recordOf(item)
	}
	cond, condVal, hasCond, known := m.role(c, row, "cond")
	if _, _, legacy, k := m.role(c, row, "match"); k && legacy {
		hasCond = true
	}
	text := ""
	if hasCond && cond != nil {
		if t := m.pointee(cond, condVal); t != nil && t.Kind == origin.Const {
			text = m.itemNames(c, row, t.Text)
		}
		o.Column = m.itemCompared(c, row, m.pointee(cond, condVal))
	}
	switch row.Role {
	case catalog.DocDelete:
		o.Kind, o.Guard = End, Deletes
		o.Compares = !known || hasCond
	case catalog.DocReplace:
		o.Kind = Write
		switch {
		case !known:
			o.Guard = Unclear
		case hasCond && (text == "" || strings.Contains(text, "attribute_not_exists")):
			if strings.Contains(text, "attribute_not_exists") {
				o.Kind = Acquire
				o.LockAPI = false
			}
			o.Guard = Conditional
		case hasCond:
			o.Guard = Conditional
		}
	case catalog.DocUpdate:
		o.Kind = Write
		if !known {
			o.Guard = Unclear
		} else if hasCond {
			o.Guard = Conditional
		}
		upd, updVal, _, _ := m.role(c, row, "update")
		if t := m.pointee(upd, updVal); t != nil && t.Kind == origin.Const {
			st := sqlstmt.Parse("UPDATE t " + m.itemNames(c, row, t.Text))
			expiry, other := false, false
			for _, a := range st.Set {
				if expiryColumn(a.Column) {
					expiry = true
				} else {
					other = true
				}
			}
			if expiry && !other && o.Lockish {
				o.Kind, o.Compares = Extend, hasCond
			}
		}
	}
	return []*Op{o}
}

// pointee follows *string fields to the text: &table, aws.String(x), ptr(x).
func (m *Model) pointee(o *origin.Value, v ssa.Value) *origin.Value {
	if o == nil {
		return nil
	}
	if o.Kind == origin.Const || o.Kind == origin.Format || o.Kind == origin.Field {
		return o
	}
	switch x := v.(type) {
	case *ssa.Global:
		if st := m.index.GlobalStores(x); len(st) == 1 {
			return m.of(st[0])
		}
		return o
	case *ssa.Call:
		c := newCall(x)
		if len(c.args) == 1 && isText(c.args[0].Type()) {
			return m.of(c.args[0])
		}
	case *ssa.Alloc:
		for _, r := range *x.Referrers() {
			if st, ok := r.(*ssa.Store); ok && st.Addr == x {
				return m.of(st.Val)
			}
		}
	}
	return o
}

// itemNames puts the attribute names in place of #aliases.
func (m *Model) itemNames(c call, row *catalog.Row, text string) string {
	for _, a := range c.args {
		v := m.res.StructFieldValue(a, "ExpressionAttributeNames")
		if v == nil {
			continue
		}
		entries, _ := m.res.MapEntries(v)
		for _, e := range entries {
			if e.Key.Kind == origin.Const && e.Val != nil {
				if n := m.of(e.Val); n.Kind == origin.Const {
					text = strings.ReplaceAll(text, e.Key.Text, n.Text)
				}
			}
		}
	}
	return text
}
