package lease

import (
	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// txnOps are the operations of an etcd transaction at its Commit.
func (m *Model) txnOps(c call, row *catalog.Row) []*Op {
	if row.Link != "commit" {
		return nil
	}
	chain, open := m.links(c.recv)
	guarded, absent := open, false
	var absentKey *origin.Value
	var out []*Op
	for _, l := range chain {
		switch l.row().Link {
		case "if":
			el, ok := m.variadic(l, "conds")
			guarded = guarded || !ok
			for _, e := range el {
				if !m.existsCond(e) {
					guarded = true
				}
			}
			if len(el) == 1 {
				if k := m.absentCond(el[0]); k != nil {
					absent, absentKey = true, k
				}
			}
		case "then":
			el, _ := m.variadic(l, "ops")
			for _, e := range el {
				if o := m.txnOp(e); o != nil {
					out = append(out, o)
				}
			}
		}
	}
	for _, o := range out {
		switch {
		case guarded && absent && o.Kind == Write && absentKey != nil && m.sameKey(absentKey, o.Key) != origin.Different:
			o.Kind, o.Guard, o.Cond = Acquire, InsertOnly, CondCAS
			o.LockAPI = false
		case guarded:
			o.Guard, o.Cond, o.Compares = Conditional, CondCAS, true
		case o.Kind == End:
			o.Guard = Deletes
		}
	}
	if guarded && len(out) == 0 {
		out = append(out, &Op{Kind: Write, Guard: Conditional, Cond: CondCAS, Compares: true})
	}
	for _, o := range out {
		if o.API == "" {
			o.API = "Txn"
		}
	}
	return out
}

// variadic are the elements of a call's variadic tail.
func (m *Model) variadic(c call, role string) ([]ssa.Value, bool) {
	v := c.arg(c.row(), role)
	if v == nil {
		return nil, true
	}
	return m.res.Elements(v)
}

// txnOp is the meaning of OpPut(…) or OpDelete(…).
func (m *Model) txnOp(v ssa.Value) *Op {
	ctor := m.madeBy(v, 0)
	if ctor == nil {
		return nil
	}
	c := newCall(ctor)
	row := c.row()
	if row == nil || row.Role != catalog.Op {
		return nil
	}
	key, _, _, _ := m.role(c, row, "key")
	o := &Op{Key: key, API: "Txn " + c.fn.Name(), inner: c.pos()}
	if key != nil {
		o.Lockish = lockishKey(key)
	}
	switch row.Link {
	case "put":
		o.Kind = Write
		o.Token, _, _, _ = m.role(c, row, "value")
		leased := m.hasOption(c, "lease")
		o.TTL = TTL{None: !leased, Known: leased || m.optionsKnown(c)}
	case "delete":
		o.Kind, o.Guard = End, Deletes
	default:
		return nil
	}
	return o
}

// hasOption reports whether a call is given an option with the link.
func (m *Model) hasOption(c call, link catalog.Link) bool {
	for _, a := range c.args {
		el, ok := m.res.Elements(a)
		if !ok && len(el) == 0 {
			continue
		}
		for _, e := range el {
			if call, isCall := e.(*ssa.Call); isCall {
				oc := newCall(call)
				if row := oc.row(); row != nil && row.Link == link {
					return true
				}
			}
		}
	}
	return false
}

// optionsKnown reports whether every option that a call is given is made in sight.
func (m *Model) optionsKnown(c call) bool {
	v := c.arg(c.row(), "opts")
	if v == nil {
		return true
	}
	el, ok := m.res.Elements(v)
	for _, e := range el {
		if _, isCall := e.(*ssa.Call); !isCall {
			return false
		}
	}
	return ok
}

// existsCond reports whether a condition only asks that the key exists:
// Compare(Version(k), ">", 0). It says nothing of whose it is.
func (m *Model) existsCond(v ssa.Value) bool {
	ctor := m.madeBy(v, 0)
	if ctor == nil {
		return false
	}
	c := newCall(ctor)
	row := c.row()
	if row == nil || row.Role != catalog.Guard || row.Link != "compare" || len(c.args) < 3 {
		return false
	}
	op, n := m.of(c.args[1]), m.of(c.args[2])
	return n.Kind == origin.Const && n.Text == "0" && (op.Text == ">" || op.Text == "!=")
}

// absentCond returns the key of Compare(CreateRevision(k), "=", 0).
func (m *Model) absentCond(v ssa.Value) *origin.Value {
	ctor := m.madeBy(v, 0)
	if ctor == nil {
		return nil
	}
	c := newCall(ctor)
	row := c.row()
	if row == nil || row.Role != catalog.Guard || len(c.args) < 3 {
		return nil
	}
	if o := m.of(c.args[1]); o.Text != "=" {
		return nil
	}
	if o := m.of(c.args[2]); o.Kind != origin.Const || o.Text != "0" {
		return nil
	}
	inner := m.madeBy(c.args[0], 0)
	if inner == nil {
		return nil
	}
	ic := newCall(inner)
	irow := ic.row()
	if irow == nil || irow.Role != catalog.Guard {
		return nil
	}
	k, _, _, _ := m.role(ic, irow, "key")
	return k
}

// consulTxn are the operations of a Consul transaction. One that compares an
// index or a session guards all of them.
func (m *Model) consulTxn(c call, row *catalog.Row) []*Op {
	v := c.arg(row, "ops")
	if v == nil {
		return nil
	}
	el, _ := m.res.Elements(v)
	var out []*Op
	guarded, compares := false, false
	for _, e := range el {
		if e == nil {
			continue
		}
		verb, set, known := m.res.StructField(e, "Verb")
		if !known || !set {
			guarded = true // not known, hence not guilty
			continue
		}
		o := &Op{API: "Txn " + verb.Text}
		o.Key, _, _ = m.res.StructField(e, "Key")
		o.Lockish = o.Key != nil && lockishKey(o.Key)
		switch verb.Text {
		case "cas", "delete-cas", "check-index", "check-session", "check-not-exists", "lock", "unlock":
			guarded, compares = true, true
			continue
		case "delete", "delete-tree":
			o.Kind, o.Guard = End, Deletes
		case "set":
			o.Kind = Write
		default:
			continue
		}
		out = append(out, o)
	}
	if !guarded {
		return out
	}
	o := &Op{Kind: Write, Guard: Conditional, API: "Txn"}
	if compares {
		o.Cond = CondCAS
	}
	return []*Op{o}
}
