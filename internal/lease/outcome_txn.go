package lease

import (
	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
)

// A house's own layer over etcd packs keys into transactions, in batches and in
// goroutines, where the response cannot be followed. Its type can: a TxnResponse is
// made by nobody but the client, so that a function which commits one transaction and
// returns a TxnResponse hands its outcome on.

// TxnReply says that a result of a function is the response of a conditional
// transaction, whose Succeeded tells whether it was applied.
type TxnReply struct {
	Result int
	Conds  int // the parameter that holds the conditions, -1 when the function makes them
	Op     *Op
}

// txnReply is that of a function, nil for one that has none, that makes an error of a
// refusal, or whose conditions cannot be seen.
func (m *Model) txnReply(fn *ssa.Function) *TxnReply {
	at := txnResult(fn)
	if at < 0 || fn.Parent() != nil {
		return nil
	}
	if r := m.commits(fn, at); r != nil {
		return r
	}
	var out *TxnReply
	calls(fn, func(c call) bool {
		r := m.txnReplyAt(c)
		if r == nil || c.value() == nil {
			return true
		}
		if out != nil || !m.passesTxn(fn, c, r.Result, at) {
			out = nil
			return false // several transactions, or one whose refusal is an error
		}
		out = &TxnReply{Result: at, Conds: r.Conds, Op: r.Op}
		return true
	})
	return out
}

// txnResult is the result of a function that is a transaction's response, or -1.
func txnResult(fn *ssa.Function) int {
	res := fn.Signature.Results()
	for i := range res.Len() {
		if f := catalog.LookupField(res.At(i).Type(), "Succeeded"); f != nil && f.Role == catalog.Outcome {
			return i
		}
	}
	return -1
}

// commits is the reply of a function that commits one transaction itself, in its own
// text or in a function literal, under conditions that it was given.
func (m *Model) commits(fn *ssa.Function, at int) *TxnReply {
	var out *TxnReply
	commits := 0
	var look func(f *ssa.Function)
	look = func(f *ssa.Function) {
		for _, o := range m.direct[f] {
			if o.row == nil || o.row.Link != "commit" || o.Store != catalog.Etcd {
				continue
			}
			if commits++; o.Guard != Conditional {
				continue
			}
			chain, _ := m.linksBy(o.call.recv, longest)
			for _, l := range chain {
				if l.row().Link != "if" {
					continue
				}
				if i := paramIndex(fn, l.arg(l.row(), "conds")); i >= 0 {
					out = &TxnReply{Result: at, Conds: i, Op: o}
				}
			}
		}
		for _, a := range f.AnonFuncs {
			look(a)
		}
	}
	look(fn)
	if commits != 1 {
		return nil
	}
	return out
}

// txnReplyAt is the reply that a call gives, in the terms of the calling function: nil
// when it is given no conditions, or none that can be seen.
func (m *Model) txnReplyAt(c call) *TxnReply {
	if c.row() != nil {
		return nil
	}
	for _, t := range m.callees(c) {
		r := t.sum.Txn
		if r == nil {
			continue
		}
		n := &TxnReply{Result: r.Result, Conds: -1, Op: m.instantiate(r.Op, c, t, false)}
		if r.Conds < 0 {
			return n
		}
		conds := argAt(c, r.Conds)
		if i := paramIndex(c.instr.Parent(), conds); i >= 0 {
			n.Conds = i
			return n
		}
		if appended(conds, map[ssa.Value]bool{}) {
			return n
		}
	}
	return nil
}

// appended reports whether a slice is made here of elements: a literal that has some,
// or one that is appended to.
func appended(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Call:
		b, ok := v.Call.Value.(*ssa.Builtin)
		return ok && b.Name() == "append"
	case *ssa.Phi:
		for _, e := range v.Edges {
			if appended(e, seen) {
				return true
			}
		}
	case *ssa.Slice:
		a, ok := v.X.(*ssa.Alloc)
		if !ok || a.Referrers() == nil {
			return false
		}
		for _, r := range *a.Referrers() {
			if _, ok := r.(*ssa.IndexAddr); ok {
				return true
			}
		}
	}
	return false
}

// passesTxn reports whether a function returns the response of a call although the
// transaction was refused, and with no error: its callers have to ask.
func (m *Model) passesTxn(fn *ssa.Function, c call, result, at int) bool {
	a := assumeSuccess(c.value())
	a.fixed = map[ssa.Value]tri{}
	mine := map[ssa.Value]bool{}
	for _, v := range c.results(result) {
		mine[v] = true
		for _, r := range *v.Referrers() {
			f, ok := r.(*ssa.FieldAddr)
			if !ok || fieldNameAt(f.X.Type(), f.Field) != "Succeeded" {
				continue
			}
			for _, l := range *f.Referrers() {
				if u, ok := l.(*ssa.UnOp); ok {
					a.fixed[u] = tFalse
				}
			}
		}
	}
	passes := false
	for _, in := range a.explore(c.instr, func(ssa.Instruction) bool { return false }).order {
		r, ok := in.(*ssa.Return)
		if !ok || at >= len(r.Results) || !mine[r.Results[at]] {
			continue
		}
		refused := true
		for _, x := range r.Results {
			refused = refused && (!isError(x.Type()) || a.eval(x) == tNil)
		}
		passes = passes || refused
	}
	return passes
}

// dropsTxn settles a call whose reply nobody looks at.
func (m *Model) dropsTxn(fn *ssa.Function, s *Summary, c call) {
	r := m.txnReplyAt(c)
	if r == nil || r.Conds >= 0 {
		return
	}
	if use := m.resultUse(c, r.Result); use != Inspected {
		m.settle(fn, s, r.Op, use, nil)
	}
}
