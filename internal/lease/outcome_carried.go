package lease

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
)

// carriage is how far an outcome gets inside one function.
type carriage struct {
	results map[int]bool // results that it is returned as
	ifs     []*ssa.If    // branches on it
	other   bool         // acted on, or escaped, in another way
	seen    map[ssa.Value]bool
}

// carried follows the outcome values of a request to the results that carry it.
func (m *Model) carried(vs []ssa.Value) *carriage {
	c := &carriage{results: map[int]bool{}, seen: map[ssa.Value]bool{}}
	for _, v := range vs {
		m.carry(v, c)
	}
	return c
}

// result is the one result that says whether the write was applied, or -1: where
// the function makes an error of a refusal, its callers need not look at a count.
func (c *carriage) result(fn *ssa.Function) int {
	if c.other {
		return -1
	}
	for _, br := range c.ifs {
		i := refusedResult(fn, br)
		if i < 0 {
			return -1
		}
		c.results[i] = true
	}
	res := fn.Signature.Results()
	for i := 0; i < res.Len(); i++ {
		if c.results[i] && !isError(res.At(i).Type()) {
			return i
		}
	}
	return -1
}

func (m *Model) carry(v ssa.Value, c *carriage) {
	if c.seen[v] || v.Referrers() == nil || len(c.seen) > 200 {
		return
	}
	c.seen[v] = true
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Return:
			for i, x := range r.Results {
				if x == v {
					c.results[i] = true
				}
			}
		case *ssa.If:
			c.ifs = append(c.ifs, r)
		case *ssa.BinOp:
			if !isNilCompare(r) {
				m.carry(r, c)
			}
		case *ssa.Phi, *ssa.Extract, *ssa.Convert, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.UnOp:
			m.carry(r.(ssa.Value), c)
		case *ssa.FieldAddr:
			m.carryField(r.X.Type(), r.Field, r, c)
		case *ssa.Field:
			m.carryField(r.X.Type(), r.Field, r, c)
		case *ssa.Store:
			m.carryStore(v, r, c)
		case ssa.CallInstruction:
			m.carryCall(v, newCall(r), c)
		default:
			c.other = c.other || m.useAt(v, r, map[ssa.Value]bool{}, 0) == Inspected
		}
	}
}

func (m *Model) carryField(t types.Type, i int, v ssa.Value, c *carriage) {
	name := fieldNameAt(t, i)
	if f := catalog.LookupField(t, name); f != nil && f.Role == catalog.Outcome || f == nil && !catalog.Known(ownerPackage(t)) {
		m.carry(v, c)
	}
}

func (m *Model) carryStore(v ssa.Value, st *ssa.Store, c *carriage) {
	if st.Val != v {
		return
	}
	a, ok := st.Addr.(*ssa.Alloc)
	if !ok {
		c.other = c.other || m.stored(v, st, map[ssa.Value]bool{}, 0) == Inspected
		return
	}
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp:
			m.carry(r, c)
		case *ssa.Store, *ssa.DebugRef:
		case *ssa.FieldAddr:
			m.carryField(r.X.Type(), r.Field, r, c)
		default:
			c.other = c.other || m.useAt(a, r, map[ssa.Value]bool{}, 0) == Inspected
		}
	}
}

func (m *Model) carryCall(v ssa.Value, call call, c *carriage) {
	if row := call.row(); row != nil && (row.Role == catalog.Outcome || row.Role == catalog.Result) && (call.recv == v || contains(call.args, v)) {
		val := call.value()
		if val == nil {
			return
		}
		res := val.Call.Signature().Results()
		for i := 0; i < res.Len(); i++ {
			if isError(res.At(i).Type()) {
				continue
			}
			for _, x := range call.results(i) {
				m.carry(x, c)
			}
		}
		return
	}
	c.other = c.other || m.passed(v, call, map[ssa.Value]bool{}, 0) == Inspected
}

// refusedResult is the bool result that a branch on the outcome sets to false
// while the error is nil: if n == 0 { return false, nil }.
func refusedResult(fn *ssa.Function, br *ssa.If) int {
	res := fn.Signature.Results()
	for _, b := range br.Block().Succs {
		for hops := 0; hops < 3 && len(b.Instrs) > 0; hops++ {
			ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
			if !ok {
				if len(b.Succs) != 1 {
					break
				}
				b = b.Succs[0]
				continue
			}
			at, failed := -1, false
			for i, x := range ret.Results {
				k, isC := x.(*ssa.Const)
				switch {
				case isError(res.At(i).Type()):
					failed = !isC || k.Value != nil
				case isBool(x, false):
					at = i
				}
			}
			if at >= 0 && !failed {
				return at
			}
			break
		}
	}
	return -1
}

// outcomeValues are the results of a call that may carry an outcome.
func outcomeValues(c call, row *catalog.Row) []ssa.Value {
	v := c.value()
	if v == nil {
		return nil
	}
	var out []ssa.Value
	sig := v.Call.Signature().Results()
	for i := 0; i < sig.Len(); i++ {
		if isError(sig.At(i).Type()) || row != nil && i < len(row.Results) && (row.Results[i] == "_" || row.Results[i] == "ttl") {
			continue
		}
		out = append(out, c.results(i)...)
	}
	return out
}
