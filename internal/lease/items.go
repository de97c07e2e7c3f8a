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
	o := m.itemOf(c, row)
	o.API, o.Raises, o.TTL = display(row, c), true, TTL{Absent: true}
	if _, item, set, k := m.role(c, row, "doc"); k && set && o.about == nil {
		o.about = m.recordOf(item)
	}
	cond, condVal, hasCond, known := m.role(c, row, "cond")
	if _, _, legacy, k := m.role(c, row, "match"); k && legacy {
		hasCond = true
	}
	text := ""
	if hasCond && cond != nil {
		text = m.itemNames(c, row, m.itemText(cond, condVal))
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
			m.updateOf(o, m.itemNames(c, row, t.Text), text)
			if o.Kind == End || o.Kind == Extend {
				o.Compares = !known || hasCond
			}
		}
	}
	return []*Op{o}
}

// itemOf is an operation on the item that a call names by its table and key.
func (m *Model) itemOf(c call, row *catalog.Row) *Op {
	o := &Op{}
	if name, val, set, known := m.role(c, row, "name"); known && set {
		o.Key = m.pointee(name, val)
	}
	if o.Key != nil {
		o.Lockish = lockishTable(itemTable(o.Key))
	}
	if _, item, set, k := m.role(c, row, "filter"); k && set {
		o.about = m.recordOf(item)
	}
	return o
}

// itemRead is the read of an item.
func (m *Model) itemRead(c call, row *catalog.Row) []*Op {
	o := m.itemOf(c, row)
	o.Kind = Read
	return []*Op{o}
}

// itemTable is the name of a table as those of SQL are written.
func itemTable(k *origin.Value) string {
	return strings.NewReplacer("-", "_", ".", "_").Replace(strings.Trim(k.String(), `"`))
}

// updateOf says what an update expression does to a lock item, and under which
// condition: it takes the item where that is free or its time is up, moves its end, or
// removes who holds it.
func (m *Model) updateOf(o *Op, update, cond string) {
	sets, removes, _ := strings.Cut(update, "REMOVE ")
	st := sqlstmt.Parse("UPDATE t " + sets + " WHERE " + cond)
	owner, expiry, other := false, false, false
	for _, a := range st.Set {
		switch {
		case expiryColumn(a.Column):
			expiry = true
		case ownerColumn(a.Column):
			owner = true
			fallthrough
		default:
			other = true
		}
	}
	removed := false
	for attr := range strings.SplitSeq(removes, ",") {
		attr = strings.TrimSpace(attr)
		removed = removed || ownerColumn(attr) || o.Lockish && expiryColumn(attr)
	}
	switch {
	case owner && cond != "" && (takes(&st) || strings.Contains(cond, "attribute_not_exists")):
		if o.Guard = Conditional; comparesEqual(&st) {
			o.takes = true // or renews: for its outcome it is a write that compares the holder
		} else {
			o.Kind = Acquire
		}
	case removed && !owner && len(st.Set) == 0:
		o.Kind, o.Guard = End, Deletes
	case expiry && !other && removes == "" && o.Lockish:
		o.Kind = Extend
	}
}

func comparesEqual(st *sqlstmt.Statement) bool {
	for _, p := range st.Where {
		if p.Op == "=" && p.Value.Kind != sqlstmt.Null {
			return true
		}
	}
	return false
}

// itemText is a text in a *string field, with holes for what is not known of it.
func (m *Model) itemText(o *origin.Value, v ssa.Value) string {
	if t := m.pointee(o, v); t != nil {
		if text, _, ok := origin.TextOf(t, string(sqlstmt.Hole)); ok {
			return text
		}
	}
	return ""
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
