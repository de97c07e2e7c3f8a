package lease

import (
	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// Batches of items. DynamoDB takes many requests at once and no condition with any of
// them, so that a DeleteRequest for a lock's item ends whoever's lock it is:
//
//	func (b *Backend) Delete(key string) error {
//		return b.send([]*WriteRequest{{DeleteRequest: &DeleteRequest{Key: item(key)}}})
//	}
//
// The function that sends the list seldom is the one that makes it.

// batchOps are, for each table of a batch, the deletes in it, and a write of which
// nothing is known that stands for the rest.
func (m *Model) batchOps(c call, row *catalog.Row) []*Op {
	var out []*Op
	var entries []origin.Entry
	if _, items, set, known := m.role(c, row, "ops"); set && known {
		entries, _ = m.res.MapEntries(items)
	}
	if len(entries) == 0 {
		return []*Op{{Kind: Write, Guard: Unclear}}
	}
	for _, e := range entries {
		table := &Op{Kind: Write, Guard: Unclear, Key: e.Key, Lockish: lockishTable(itemTable(e.Key))}
		if i := paramIndex(c.instr.Parent(), listOf(e.Val, 0)); i >= 0 {
			table.batch = i + 1
		} else {
			out = append(out, m.deletesOf(table, e.Val)...)
		}
		out = append(out, table)
	}
	return out
}

// listOf is the list that a value is a part of: of requests[:25] the requests, and
// likewise where a loop goes on with the rest.
func listOf(v ssa.Value, depth int) ssa.Value {
	switch x := v.(type) {
	case *ssa.Slice:
		return listOf(x.X, depth)
	case *ssa.Phi:
		for _, e := range x.Edges {
			if depth < 6 {
				if p, ok := listOf(e, depth+1).(*ssa.Parameter); ok {
					return p
				}
			}
		}
	}
	return v
}

// deletesOf are the deletes in a list of requests that is in sight.
func (m *Model) deletesOf(batch *Op, list ssa.Value) []*Op {
	el, _ := m.res.Elements(list)
	var out []*Op
	for _, e := range el {
		if e == nil || len(out) == 8 {
			continue
		}
		del := m.res.StructFieldValue(unwrap(e), "DeleteRequest")
		if del == nil {
			continue
		}
		about := m.recordOf(m.res.StructFieldValue(del, "Key"))
		if about == nil {
			continue
		}
		o := *batch
		o.Kind, o.Guard, o.about, o.batch = End, Deletes, about, 0
		out = append(out, &o)
	}
	return out
}

// instantiateBatch is what a batch is at a call that hands over its list.
func (m *Model) instantiateBatch(o, n *Op, c call) []*Op {
	list := argAt(c, o.batch-1)
	n.batch = 0
	if list == nil {
		return []*Op{n}
	}
	if i := paramIndex(n.fn, listOf(list, 0)); i >= 0 {
		n.batch = i + 1
		return []*Op{n}
	}
	return append(m.deletesOf(n, list), n)
}
