package lease

import (
	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
)

// maxRecord is how many attributes of an item are kept to tell records apart.
const maxRecord = 8

// record says which record of a table or collection an operation is about: the
// values of its key attributes by name. Of a whole item it is every attribute,
// since which of them are the key is said elsewhere.
type record map[string]*origin.Value

// recordOf reads the entries of a filter, a key or an item.
func (m *Model) recordOf(v ssa.Value) record {
	if v == nil {
		return nil
	}
	entries, _ := m.res.MapEntries(v)
	var out record
	for _, e := range entries {
		if e.Key.Kind != origin.Const || e.Val == nil || len(out) == maxRecord {
			continue
		}
		val := m.attribute(e.Val)
		if val == nil {
			continue
		}
		if out == nil {
			out = record{}
		}
		out[e.Key.Text] = val
	}
	return out
}

// attribute is the value in an attribute of an item: the S or Value of
// DynamoDB's types, or the value itself.
func (m *Model) attribute(v ssa.Value) *origin.Value {
	for _, name := range []string{"Value", "S", "N"} {
		if x := m.res.StructFieldValue(unwrap(v), name); x != nil {
			return m.pointee(m.of(x), x)
		}
	}
	o := m.of(v)
	if o.Kind == origin.Unknown || o.Kind == origin.Fresh {
		return nil
	}
	return o
}

// nameFields hold the name of a document among those of its collection.
var nameFields = map[string]bool{"_id": true, "id": true, "key": true, "name": true, "lock_name": true, "lock_key": true, "resource": true}

// documentOf is recordOf for a document's filter, or the document itself: only
// the fields that name it, not those of its state.
func (m *Model) documentOf(v ssa.Value) record {
	r := m.recordOf(v)
	for name := range r {
		if !nameFields[leaf(name)] {
			delete(r, name)
		}
	}
	return r
}

// otherRecord reports whether two operations on one table are certainly about
// different records: a lock item of its own beside the items of the data. A
// parameter may be given anything, and only a text or a key function that is in
// sight on one side, and not the same on the other, tells them apart.
func (m *Model) otherRecord(a, b record) bool {
	for name, x := range b {
		y := a[name]
		if y == nil || m.sameKey(x, y) != origin.Different {
			continue
		}
		if made(x) || made(y) {
			return true
		}
	}
	return false
}

// sameItem reports whether an item that is ended certainly is the one that was taken:
// each attribute of its key is the same there.
func (m *Model) sameItem(a, e record) bool {
	for name, v := range e {
		if x := a[name]; x == nil || m.sameKey(x, v) != origin.Strong {
			return false
		}
	}
	return len(e) > 0
}

// made reports whether a value is a key that the code at hand makes.
func made(v *origin.Value) bool {
	return v.Kind == origin.Const || v.Kind == origin.Format || v.Kind == origin.Call
}

// substitute rewrites a record into the terms of a caller.
func (r record) substitute(sub func(*origin.Value) *origin.Value) record {
	if len(r) == 0 {
		return nil
	}
	out := make(record, len(r))
	for name, v := range r {
		out[name] = sub(v)
	}
	return out
}
