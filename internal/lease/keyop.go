package lease

import (
	"strings"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// storeOps are typed reads and writes of keys: SET, DEL, EXPIRE, KV.Put.
func (m *Model) storeOps(c call, row *catalog.Row) []*Op {
	switch row.Link {
	case "bulk", "transact":
		return []*Op{{Kind: Write, Guard: Unclear}} // its parts are not followed
	case "batch":
		return m.batchOps(c, row)
	}
	if row.Lib.Store == catalog.Dynamo && row.Role == catalog.ReadOwner {
		return m.itemRead(c, row)
	}
	if row.Lib.Store == catalog.Consul && row.Arg(c.fn, "ops") >= 0 {
		return m.consulTxn(c, row)
	}
	switch row.Lib.Store {
	case catalog.Objects:
		return m.objectOps(c, row)
	case catalog.Search:
		return m.searchOps(c, row)
	case catalog.Wide:
		if row.Link == "mutation" {
			return m.mutationOps(c, row)
		}
	}
	role, compares := m.versioned(c, row)
	modeCond := row.Cond
	if row.Link == "conditions" {
		role, compares, modeCond = m.optioned(c, row)
	}
	if row.Link == "swap" {
		var clear bool
		if role, compares, clear = m.swapped(c, row); !clear {
			return []*Op{{Kind: Write, Guard: Unclear}}
		}
	} else if _, ok := row.Operand(c.fn, "mode"); ok && row.Link != "node" {
		mode, _, set, known := m.role(c, row, "mode")
		switch {
		case !known:
			return []*Op{{Kind: Write, Guard: Unclear}}
		case set && mode.Kind == origin.Const:
			role, compares = row.ByMode(mode.Text)
			modeCond = strings.ToUpper(mode.Text)
		case set:
			return []*Op{{Kind: Write, Guard: Unclear}}
		}
	}
	if row.Lib.Store == catalog.Consul && m.createsOnly(c, row) {
		role, compares = catalog.Acquire, false
	}
	token, _, _, _ := m.role(c, row, "token")
	if token == nil && role == catalog.Acquire {
		token, _, _, _ = m.role(c, row, "value")
	}
	if row.Lib.Store == catalog.Mongo && (role == catalog.ReadOwner || role == catalog.Read) {
		return []*Op{{Kind: Read, Key: m.collection(c.recv)}}
	}
	ttl := m.ttl(c, row)
	var out []*Op
	for _, key := range m.keys(c, row) {
		out = append(out, m.keyOp(keyRequest{role: role, compares: compares, cond: modeCond, name: display(row, c), key: key, token: token, ttl: ttl, store: row.Lib.Store}))
	}
	return out
}

// createsOnly reports whether a CAS compares with index 0: Consul then writes
// only if the key does not exist.
func (m *Model) createsOnly(c call, row *catalog.Row) bool {
	if row.Role != catalog.CondWrite {
		return false
	}
	v, _, set, known := m.role(c, row, "version")
	return known && (!set || v.Kind == origin.Const && v.Text == "0")
}

// keys are the key origins of a call: one, or those of a variadic tail. Keys
// that cannot be seen are one unknown.
func (m *Model) keys(c call, row *catalog.Row) []*origin.Value {
	if v, _, _, ok := m.role(c, row, "key"); ok && v != nil {
		return []*origin.Value{v}
	}
	i := row.Arg(c.fn, "keys")
	if i < 0 || i >= len(c.args) {
		return []*origin.Value{nil}
	}
	el, ok := m.res.Elements(c.args[i])
	if !ok && len(el) == 0 {
		return []*origin.Value{m.of(c.args[i])} // a list that only the caller knows: see instantiateAll
	}
	var out []*origin.Value
	for _, e := range el {
		if len(out) < 8 && e != nil {
			out = append(out, m.of(e))
		}
	}
	return out
}

// keyRequest is one command on one key, from a typed call or from words.
type keyRequest struct {
	role     catalog.Role
	compares bool
	cond     string
	name     string
	key      *origin.Value
	token    *origin.Value
	ttl      TTL
	store    catalog.Store
}

func (m *Model) keyOp(r keyRequest) *Op {
	o := &Op{Key: r.key, Token: r.token, TTL: r.ttl, Compares: r.compares, API: r.name}
	switch r.role {
	case catalog.Acquire:
		o.Kind = Acquire
	case catalog.Delete, catalog.Release:
		o.Kind, o.Guard = End, Deletes
	case catalog.Expire, catalog.Renew:
		o.Kind = Extend
		if o.TTL.Known && o.TTL.Dur < 0 {
			o.Kind = End
		}
	case catalog.CondWrite:
		o.Kind, o.Guard, o.Cond = Write, Conditional, CondCAS
		o.Raises = r.store == catalog.Redis // a refused SET IFEQ answers nil, which clients make an error
		if r.compares {
			o.Kind = Extend // SET IFEQ renews one's own record; a CAS write as well
		}
	case catalog.Write:
		o.Kind = Write
		switch {
		case r.cond == "XX":
			o.Kind = Extend // overwrites whoever holds it; a write when the key is no lock's
			o.Guard = Unguarded
		case (r.store == catalog.Redis || r.store == catalog.Memcached) && (r.ttl.Known && !r.ttl.None && !r.ttl.Absent || r.ttl.Origin != nil && !r.ttl.Known):
			o.Guard = CacheFill
		}
	case catalog.Insert:
		o.Kind, o.Guard = Write, InsertOnly
	case catalog.Counter:
		o.Kind, o.Guard = Write, Metric
	case catalog.ReadOwner, catalog.Read:
		o.Kind = Read
	default:
		return &Op{}
	}
	if r.key != nil {
		o.Lockish = lockishKey(r.key)
		if freshKey(r.key) && o.Kind == Write {
			o.Guard = FreshKey
		}
	}
	return o
}
