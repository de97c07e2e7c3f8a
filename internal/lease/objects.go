package lease

import (
	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// objectOps are reads and writes of objects (GCS, S3, Azure blobs). A write that
// asks for absence takes a record like SET NX does; one that names the generation,
// the ETag or the lease that it expects is refused when that has passed.
func (m *Model) objectOps(c call, row *catalog.Row) []*Op {
	key, g := m.object(c, row)
	o := &Op{Key: key, TTL: TTL{None: true, Known: true}} // no object store forgets objects by itself
	if key != nil {
		o.Lockish = lockishKey(key)
	}
	m.conditioned(o, row.Role, g)
	return []*Op{o}
}

// conditioned says what a write or delete is under its conditions. Conditions that
// cannot be seen are not held against anybody.
func (m *Model) conditioned(o *Op, role catalog.Role, g precondition) {
	switch role {
	case catalog.ReadOwner, catalog.Read:
		o.Kind = Read
		return
	case catalog.Counter:
		o.Kind, o.Guard = Write, Metric
		return
	case catalog.Delete:
		o.Kind, o.Guard, o.Compares = End, Deletes, g.match || g.open
		return
	}
	o.Kind = Write
	switch {
	case g.match:
		o.Guard, o.Cond = Conditional, CondCAS
	case g.absent:
		o.Kind, o.Guard, o.Cond = Acquire, InsertOnly, CondCAS
	case g.open:
		o.Guard = Unclear
	case o.Key != nil && freshKey(o.Key):
		o.Guard = FreshKey
	}
}

// object is what names the object of a call, and the conditions on it: those of
// its handle (bucket.Object(name).If(…)) and those of the call's arguments.
func (m *Model) object(c call, row *catalog.Row) (*origin.Value, precondition) {
	g := m.argConditions(c, row)
	if v, val, set, known := m.role(c, row, "key"); known && set {
		return m.pointee(v, val), g
	}
	if c.recv == nil {
		return nil, g
	}
	chain, open := m.links(c.recv)
	key := m.of(c.recv)
	if at := linked(chain, "object"); at >= 0 {
		if v := chain[at].arg(chain[at].row(), "key"); v != nil {
			key = m.of(v)
		}
	} else {
		base := c.recv
		if len(chain) > 0 {
			base = chain[0].recv // what the links start from: l.obj, s.object(name)
		}
		made, name, madeOpen := m.handle(base)
		key, open, chain = m.of(base), open || madeOpen, append(made, chain...)
		if name != nil {
			key = name
		}
	}
	if row.Lib.OnHandle {
		m.handleConditions(&g, chain, open)
	}
	return key, g
}

// handleConditions reads the links that condition a handle.
func (m *Model) handleConditions(g *precondition, chain []call, open bool) {
	g.open = g.open || open
	for _, l := range chain {
		switch l.row().Link {
		case "if":
			// Conditions that are set already are dropped.
			*g = precondition{open: open}
			m.conditions(l.arg(l.row(), "conds"), g, nil, 0)
		case "generation":
			g.match = true
		}
	}
}

// handle are the links that a handle from elsewhere was made with, and the object's
// name where it can be told here: of a handle kept in a field, or given by a
// function of the package. open is true when they are not in sight: whoever made the
// handle may have put a condition on it.
func (m *Model) handle(v ssa.Value) (chain []call, name *origin.Value, open bool) {
	made := m.madeBy(v, 0)
	if made == nil {
		return nil, nil, true
	}
	if chain, open = m.links(made); linked(chain, "object") >= 0 {
		return chain, nil, open // the field names it
	}
	r := soleResult(made)
	if r == nil {
		return nil, nil, true
	}
	chain, open = m.links(r)
	at := linked(chain, "object")
	if at < 0 {
		return nil, nil, true
	}
	args := made.Call.Args
	name = origin.Substitute(m.of(chain[at].arg(chain[at].row(), "key")), made.Call.StaticCallee(), func(i int) *origin.Value {
		if i < len(args) {
			return m.of(args[i])
		}
		return nil
	})
	return chain, name, open
}

// soleResult is what a function of the package returns first, where it returns in
// one place.
func soleResult(c *ssa.Call) ssa.Value {
	callee := c.Call.StaticCallee()
	if callee == nil {
		return nil
	}
	var out ssa.Value
	for _, b := range callee.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(r.Results) > 0 {
			if out != nil {
				return nil
			}
			out = r.Results[0]
		}
	}
	return out
}

// linked is the index of the last link of a kind, -1 for none.
func linked(chain []call, link catalog.Link) int {
	for i := len(chain) - 1; i >= 0; i-- {
		if chain[i].row().Link == link {
			return i
		}
	}
	return -1
}

// writerUse is the use of the outcome of an object's writer: its Close tells
// whether the condition held. A deferred Close tells nobody.
func (m *Model) writerUse(c call) Use {
	v := c.value()
	if v == nil {
		return Dropped
	}
	closed := false
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr, *ssa.DebugRef:
		case *ssa.MakeInterface:
			if !standardOnly(r) {
				return Inspected // handed to somebody who may close it
			}
		case ssa.CallInstruction:
			k := newCall(r)
			if k.recv != v {
				return Inspected
			}
			if row := k.row(); row != nil && row.Link == "close" {
				closed = true
				if call := k.value(); call != nil && len(*call.Referrers()) > 0 {
					return Inspected
				}
			}
		default:
			return Inspected // kept, captured or returned
		}
	}
	if !closed {
		return Inspected
	}
	return Dropped
}

// standardOnly reports whether an interface value goes only to functions of the
// standard library, none of which closes a writer: io.Copy, json.NewEncoder.
func standardOnly(v *ssa.MakeInterface) bool {
	for _, r := range *v.Referrers() {
		ci, ok := r.(ssa.CallInstruction)
		if !ok {
			return false
		}
		k := newCall(ci)
		if k.fn == nil || containsDot(pkgPath(k.fn)) {
			return false
		}
	}
	return true
}
