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
	about := m.documentOf(c.arg(row, "filter"))
	if about == nil {
		about = m.documentOf(c.arg(row, "doc"))
	}
	for _, o := range ops {
		o.Key, o.about = coll, about
		o.Lockish = lockishTable(st.Table) || o.Kind == Acquire || o.Kind == End && o.Lockish
		o.API = c.fn.Name()
		if st.Table != "" {
			o.API += " on " + st.Table
		}
		if row.Role == catalog.DocFindUpdate {
			o.Raises = true // ErrNoDocuments from Decode or Err
		}
		if upsert && o.Kind == Write && o.Cond != NoCond {
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
				if o := m.of(n); o.Kind == origin.Const || o.Kind == origin.Field {
					return o
				}
			}
		}
	}
	return m.of(v)
}

// genericName are names of settings that say nothing of what is kept there.
var genericName = map[string]bool{"collection_name": true, "collection": true, "coll": true, "name": true, "table": true, "table_name": true}

func collectionName(o *origin.Value) string {
	if o == nil {
		return ""
	}
	switch o.Kind {
	case origin.Const:
		return snakeCase(o.Text)
	case origin.Field:
		name := snakeCase(o.Text)
		if genericName[name] && len(o.Parts) == 1 && o.Parts[0] != nil && o.Parts[0].Kind == origin.Field {
			return snakeCase(o.Parts[0].Text) // cfg.Locking.CollectionName
		}
		if f := o.Var(); genericName[name] && f != nil {
			// The collection of a type Lock holds locks, whatever it is called.
			if t := snakeCase(lastPart(o.Type)[strings.LastIndexByte(lastPart(o.Type), '.')+1:]); lockTable.MatchString(t) {
				return t
			}
		}
		return name
	case origin.Call:
		return snakeCase(lastPart(o.Text)[strings.LastIndexByte(lastPart(o.Text), '.')+1:])
	}
	return ""
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
