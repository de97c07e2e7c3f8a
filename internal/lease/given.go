package lease

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
)

// findGiven notes what the functions do that a function returns:
//
//	id, finish, err := db.Start(ctx)
//	…
//	err = finish(total)
//
// Releases are left out: an unlock function ends the lock of the call that
// returned it, whatever it does.
func (m *Model) findGiven(fn *ssa.Function, s *Summary) {
	res := fn.Signature.Results()
	for i := range res.Len() {
		if _, ok := res.At(i).Type().Underlying().(*types.Signature); !ok {
			continue
		}
		f := m.returnedBy(fn, i, 0)
		if f == nil {
			if ops := m.passedOn(fn, i); len(ops) > 0 {
				s.Gives = append(s.Gives, Given{Result: i, Ops: ops})
			}
			continue
		}
		if f.Parent() == nil && f.Synthetic == "" {
			continue
		}
		fs := m.summary(f)
		if fs == nil {
			continue
		}
		g := Given{Result: i}
		for _, o := range fs.Ops {
			if o.Kind != Write && o.Kind != Read || len(g.Ops) >= 8 {
				continue
			}
			n := *o
			n.Key = origin.Substitute(o.Key, f, func(int) *origin.Value { return &origin.Value{} }) // parameters of the literal itself
			n.Unless, n.UnlessTrue = nil, nil
			g.Ops = append(g.Ops, &n)
		}
		if len(g.Ops) > 0 {
			s.Gives = append(s.Gives, g)
		}
	}
}

// givenOps are the operations of a call of a function that another call returned.
// Those of this package's own functions are known as its closures already.
func (m *Model) givenOps(c call) []*Op {
	if c.fn != nil || c.static != nil || m.funcValue(c.common.Value, 0) != nil {
		return nil
	}
	out := m.givenBy(c.common.Value)
	for _, n := range out {
		n.instr, n.fn, n.pos = c.instr, c.instr.Parent(), c.pos()
	}
	return out
}

// passedOn are the operations of a result that the function had from a call of its
// own: return db.Start(ctx).
func (m *Model) passedOn(fn *ssa.Function, i int) []*Op {
	for _, b := range fn.Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || i >= len(r.Results) {
			continue
		}
		if ops := m.givenBy(r.Results[i]); len(ops) > 0 {
			return ops
		}
	}
	return nil
}

// givenBy are the operations of a function value that a call returned, in terms of
// the function of that call.
func (m *Model) givenBy(v ssa.Value) []*Op {
	mk, i := m.resultOf(v)
	if mk == nil {
		return nil
	}
	maker := newCall(mk)
	var out []*Op
	for _, t := range m.callees(maker) {
		for _, g := range t.sum.Gives {
			if g.Result != i {
				continue
			}
			for _, o := range g.Ops {
				out = append(out, m.instantiate(o, maker, t, false))
			}
		}
	}
	return out
}

// resultOf follows a value to the call, and which of its results, that it is.
func (m *Model) resultOf(v ssa.Value) (*ssa.Call, int) {
	for range 8 {
		switch x := v.(type) {
		case *ssa.Call:
			return x, 0
		case *ssa.Extract:
			c, _ := x.Tuple.(*ssa.Call)
			return c, x.Index
		case *ssa.FreeVar:
			v = origin.Binding(x)
		case *ssa.UnOp:
			addr := x.X
			if fv, ok := addr.(*ssa.FreeVar); ok {
				addr = origin.Binding(fv)
			}
			a, ok := addr.(*ssa.Alloc)
			if !ok {
				return nil, 0
			}
			v = soleValue(a)
		case *ssa.ChangeType:
			v = x.X
		default:
			return nil, 0
		}
	}
	return nil, 0
}

// soleValue is the one value that is stored in a local, nil ones aside.
func soleValue(a *ssa.Alloc) ssa.Value {
	var one ssa.Value
	for _, r := range *a.Referrers() {
		st, ok := r.(*ssa.Store)
		if !ok || st.Addr != a {
			continue
		}
		if k, isC := st.Val.(*ssa.Const); isC && k.Value == nil {
			continue
		}
		if one != nil {
			return nil
		}
		one = st.Val
	}
	return one
}
