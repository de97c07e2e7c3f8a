package lease

import (
	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// searchOps are the writes of a search index: a chain of links that ends in Do, a
// request struct, or a function of the client with options.
func (m *Model) searchOps(c call, row *catalog.Row) []*Op {
	if row.Role == catalog.ChainEnd {
		return m.searchChain(c, row)
	}
	g := m.argConditions(c, row)
	id, auto := m.documentID(c, row)
	o := &Op{Key: id, TTL: TTL{None: true, Known: true}}
	if id != nil {
		o.Lockish = lockishKey(id)
	}
	m.conditioned(o, row.Role, g)
	if auto && o.Kind == Write {
		o.Guard, o.Cond = InsertOnly, NoCond // the store makes the id
	}
	return []*Op{o}
}

// documentID is the id that a request gives; auto says that it gives none.
func (m *Model) documentID(c call, row *catalog.Row) (id *origin.Value, auto bool) {
	if v, _, set, known := m.role(c, row, "key"); known && set {
		return v, false
	}
	if row.Link == "request" {
		v, set, known := m.res.StructField(c.recv, "DocumentID")
		return v, known && !set
	}
	auto = true
	if v := c.arg(row, "opts"); v != nil {
		el, ok := m.res.Elements(v)
		auto = ok
		for _, e := range el {
			made := m.madeBy(e, 0)
			if made == nil {
				auto = false
				continue
			}
			k := newCall(made)
			if r := k.row(); r != nil && r.Link == "object" && len(k.args) > 0 {
				return m.of(k.args[0]), false
			}
		}
	}
	return nil, auto
}

func (m *Model) searchChain(c call, row *catalog.Row) []*Op {
	chain, open := m.links(c.recv)
	started := false
	g := precondition{open: open}
	o := &Op{TTL: TTL{None: true, Known: true}}
	var index *origin.Value
	for _, l := range chain {
		lrow := l.row()
		switch lrow.Link {
		case "index", "update", "delete":
			started = true
		case "table":
			if v := l.arg(lrow, "name"); v != nil {
				index = m.of(v)
			}
		case "object":
			o.Key = m.of(l.arg(lrow, "key"))
		case "match":
			g.match = true
		case "optype":
			m.createOnly(m.of(l.arg(lrow, "mode")), &g)
		case "script":
			g.open = true // what the script does is not read
		}
	}
	g.open = g.open || !started
	role := catalog.Write
	if row.Link == "delete" {
		role = catalog.Delete
	}
	auto := o.Key == nil && started && !open && row.Link == "index"
	if o.Key != nil && index != nil {
		o.Key = origin.NewFormat(index, &origin.Value{Kind: origin.Const, Text: "/", Type: "string"}, o.Key)
	}
	if o.Key != nil {
		o.Lockish = lockishKey(o.Key)
	}
	m.conditioned(o, role, g)
	if auto {
		o.Guard = InsertOnly
	}
	return []*Op{o}
}

// mutationOps are writes of rows with a mutation that was put together before.
func (m *Model) mutationOps(c call, row *catalog.Row) []*Op {
	o := &Op{Kind: Write, TTL: TTL{None: true, Known: true}}
	o.Key, _, _, _ = m.role(c, row, "key")
	if o.Key != nil {
		o.Lockish = lockishKey(o.Key)
	}
	made := m.madeBy(c.arg(row, "update"), 0)
	kind := catalog.Link("")
	if made != nil {
		if r := newCall(made).row(); r != nil {
			kind = r.Link
		}
	}
	switch kind {
	case "conditional":
		o.Guard, o.Cond = Conditional, CondCAS
	case "plain":
		if onlyDeletes(made) {
			o.Kind, o.Guard = End, Deletes
		} else if o.Key != nil && freshKey(o.Key) {
			o.Guard = FreshKey
		}
	default:
		o.Guard = Unclear
	}
	return []*Op{o}
}

// onlyDeletes reports whether nothing is set in a mutation.
func onlyDeletes(mut *ssa.Call) bool {
	deletes := false
	for _, r := range *mut.Referrers() {
		ci, ok := r.(ssa.CallInstruction)
		if !ok {
			continue
		}
		k := newCall(ci)
		if k.recv != ssa.Value(mut) {
			continue
		}
		row := k.row()
		if row == nil || row.Link != "delete" {
			return false
		}
		deletes = true
	}
	return deletes
}

// mutationUse is the use of the outcome of a conditional mutation: only an option
// of the call tells it.
func (m *Model) mutationUse(c call, row *catalog.Row) Use {
	el, ok := m.res.Elements(c.arg(row, "opts"))
	if !ok || len(el) > 0 {
		return Inspected
	}
	return Dropped
}
