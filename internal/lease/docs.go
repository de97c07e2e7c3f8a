package lease

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// docOps turns a document operation into a statement: the filter is its WHERE,
// $set and friends are its SET.
func (m *Model) docOps(c call, row *catalog.Row) []*Op {
	if row.Lib.Store == catalog.Dynamo {
		return m.itemOps(c, row)
	}
	st := &sqlstmt.Statement{Verb: sqlstmt.Update}
	coll := m.collection(c.recv)
	st.Table = collectionName(coll)
	if f := c.arg(row, "filter"); f != nil {
		m.filter(st, f)
	} else if k := c.arg(row, "key"); k != nil {
		st.HasWhere = true
		st.Where = append(st.Where, sqlstmt.Predicate{Column: "_id", Op: "=", Value: sqlstmt.Operand{Kind: sqlstmt.Placeholder, Arg: -1}})
	}
	upsert := m.upserts(c)
	switch row.Role {
	case catalog.DocDelete:
		st.Verb = sqlstmt.Delete
	case catalog.DocInsert:
		st.Verb = sqlstmt.Insert
		m.setDoc(st, c.arg(row, "doc"))
	case catalog.DocReplace:
		m.setDoc(st, c.arg(row, "doc"))
		st.SetOpen = len(st.Set) == 0
	case catalog.DocUpdate:
		m.updateDoc(st, c.arg(row, "update"))
	case catalog.DocFindUpdate:
		switch row.Link {
		case "delete":
			st.Verb = sqlstmt.Delete
		case "replace":
			m.setDoc(st, c.arg(row, "doc"))
		default:
			m.updateDoc(st, c.arg(row, "update"))
		}
	}
	wholeDoc := row.Role == catalog.DocReplace || row.Link == "replace"
	if wholeDoc {
		// A replaced document carries every field: a compared fence is set too.
		for _, p := range st.Where {
			if fenceColumn(p.Column) {
				st.Set = append(st.Set, sqlstmt.Assign{Column: p.Column, Value: sqlstmt.Operand{Kind: sqlstmt.Placeholder, Arg: -1}})
			}
		}
	}
	ops := m.statementOps(st)
	for _, o := range ops {
		o.Key = coll
		o.Lockish = lockishTable(st.Table) || o.Kind == Acquire || o.Kind == End && o.Lockish
		o.API = c.fn.Name()
		if st.Table != "" {
			o.API += " on " + st.Table
		}
		if row.Role == catalog.DocFindUpdate {
			o.Raises = true // ErrNoDocuments from Decode or Err
		}
		if upsert && o.Kind == Write && o.Guard == Fenced && o.Cond != NoCond {
			o.Raises = true // a mismatch becomes a duplicate key
		}
		if upsert && o.Kind == Write && takes(st) {
			o.Kind, o.Lockish = Acquire, true
		}
		if wholeDoc && o.Guard == Unclear {
			o.Guard = Unguarded
			if st.WhereOpen {
				o.Guard = Unclear
			}
		}
	}
	return ops
}

// collection is the origin of a collection: its name where it is in sight, the
// field or variable that holds it otherwise.
func (m *Model) collection(v ssa.Value) *origin.Value {
	if v == nil {
		return nil
	}
	if ctor := m.madeBy(v, 0); ctor != nil {
		c := newCall(ctor)
		if row := c.row(); row != nil && row.Link == "collection" {
			if n := c.arg(row, "name"); n != nil {
				if o := m.of(n); o.Kind == origin.Const {
					return o
				}
			}
		}
	}
	return m.of(v)
}

func collectionName(o *origin.Value) string {
	if o == nil {
		return ""
	}
	switch o.Kind {
	case origin.Const:
		return snakeCase(o.Text)
	case origin.Field:
		return snakeCase(o.Text)
	case origin.Call:
		return snakeCase(lastPart(o.Text)[strings.LastIndexByte(lastPart(o.Text), '.')+1:])
	}
	return ""
}

// filter reads a Mongo filter as predicates.
func (m *Model) filter(st *sqlstmt.Statement, v ssa.Value) {
	entries, complete := m.res.MapEntries(v)
	st.HasWhere = true
	if !complete {
		st.WhereOpen = true
	}
	for _, e := range entries {
		if e.Key.Kind != origin.Const {
			st.WhereOpen = true
			continue
		}
		switch col := e.Key.Text; col {
		case "$or", "$nor":
			m.orFilter(st, e.Val)
		case "$and":
			el, _ := m.res.Elements(unwrap(e.Val))
			for _, x := range el {
				m.filter(st, x)
			}
			st.WhereOpen = st.WhereOpen || len(el) == 0
		default:
			st.Where = append(st.Where, m.docPredicate(col, e.Val))
		}
	}
}

func (m *Model) orFilter(st *sqlstmt.Statement, v ssa.Value) {
	el, _ := m.res.Elements(unwrap(v))
	sub := &sqlstmt.Statement{}
	for _, x := range el {
		if x != nil {
			m.filter(sub, x)
		}
	}
	if len(sub.Where) == 0 {
		st.WhereOpen = true
	}
	for _, p := range sub.Where {
		p.Disjunct = true
		st.Where = append(st.Where, p)
	}
}

func unwrap(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		default:
			return v
		}
	}
}

var mongoOps = map[string]string{"$lt": "<", "$lte": "<=", "$gt": ">", "$gte": ">=", "$ne": "<>", "$in": "IN", "$nin": "NOT IN", "$eq": "="}

func (m *Model) docPredicate(col string, v ssa.Value) sqlstmt.Predicate {
	p := sqlstmt.Predicate{Column: leaf(col), Op: "=", Value: sqlstmt.Operand{Kind: sqlstmt.Placeholder, Arg: -1}}
	if col == "_id" {
		p.Column = "_id"
	}
	if v == nil {
		return p
	}
	if entries, _ := m.res.MapEntries(v); len(entries) > 0 {
		for _, e := range entries {
			if op, ok := mongoOps[e.Key.Text]; ok {
				p.Op = op
				p.Value = sqlstmt.Operand{Kind: m.operandKind(e.Val), Text: m.operandText(e.Val), Arg: -1}
				return p
			}
			if e.Key.Text == "$exists" {
				p.Op, p.Value.Kind = "IS NOT NULL", sqlstmt.Null
				if m.of(e.Val).Text == "false" {
					p.Op = "IS NULL"
				}
				return p
			}
		}
		return p
	}
	k := m.operandKind(v)
	if k == sqlstmt.Null {
		p.Op = "IS NULL"
	}
	p.Value = sqlstmt.Operand{Kind: k, Text: m.operandText(v), Arg: -1}
	return p
}

// updateDoc reads {"$set": {…}, "$inc": {…}}.
func (m *Model) updateDoc(st *sqlstmt.Statement, v ssa.Value) {
	if v == nil {
		st.SetOpen = true
		return
	}
	entries, complete := m.res.MapEntries(v)
	if !complete || len(entries) == 0 {
		st.SetOpen = true
	}
	for _, e := range entries {
		if e.Key.Kind != origin.Const {
			st.SetOpen = true
			continue
		}
		inner, ok := m.res.MapEntries(e.Val)
		if !ok || len(inner) == 0 {
			st.SetOpen = true
		}
		for _, f := range inner {
			if f.Key.Kind != origin.Const {
				st.SetOpen = true
				continue
			}
			val := sqlstmt.Operand{Kind: sqlstmt.Placeholder, Arg: -1}
			if f.Val != nil {
				val = sqlstmt.Operand{Kind: m.operandKind(f.Val), Text: m.operandText(f.Val), Arg: -1}
			}
			switch e.Key.Text {
			case "$inc", "$push", "$addToSet", "$pull", "$max", "$min", "$currentDate", "$setOnInsert", "$mul", "$pop":
				val.Kind = sqlstmt.SelfStep
			case "$unset":
				val.Kind = sqlstmt.Null
			}
			st.Set = append(st.Set, sqlstmt.Assign{Column: leaf(f.Key.Text), Value: val})
		}
	}
}

// setDoc reads the columns of a whole document.
func (m *Model) setDoc(st *sqlstmt.Statement, v ssa.Value) {
	if v == nil {
		return
	}
	v = unwrap(v)
	entries, _ := m.res.MapEntries(v)
	for _, e := range entries {
		if e.Key.Kind == origin.Const && e.Val != nil {
			st.Set = append(st.Set, sqlstmt.Assign{Column: leaf(e.Key.Text), Value: sqlstmt.Operand{Kind: m.operandKind(e.Val), Text: m.operandText(e.Val), Arg: -1}})
		}
	}
	if len(entries) == 0 {
		if fields, ok := m.structFields(v); ok {
			for _, f := range fields {
				st.Set = append(st.Set, sqlstmt.Assign{Column: f.column, Value: sqlstmt.Operand{Kind: sqlstmt.Placeholder, Arg: -1}})
			}
		}
	}
}

// upserts reports whether an option asks for an upsert.
func (m *Model) upserts(c call) bool {
	for _, a := range c.args {
		el, _ := m.res.Elements(a)
		for _, e := range el {
			if e == nil {
				continue
			}
			for v, hops := e, 0; v != nil && hops < 8; hops++ {
				call, ok := unwrap(v).(*ssa.Call)
				if !ok {
					break
				}
				oc := newCall(call)
				if oc.name() == "SetUpsert" {
					return true
				}
				v = oc.recv
			}
		}
	}
	return false
}

// itemOps are DynamoDB item writes.
func (m *Model) itemOps(c call, row *catalog.Row) []*Op {
	o := &Op{API: display(row, c), Raises: true, TTL: TTL{Absent: true}}
	if name, val, set, known := m.role(c, row, "name"); known && set {
		o.Key = m.pointee(name, val)
	}
	if o.Key != nil {
		o.Lockish = lockishTable(strings.NewReplacer("-", "_", ".", "_").Replace(o.Key.String()))
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
