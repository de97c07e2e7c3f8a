package lease

import (
	"go/types"
	"sort"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
)

// summary computes what a function does, callees first. Recursion is cut: a
// function that is being summarised has an empty summary.
func (m *Model) summary(fn *ssa.Function) *Summary {
	if s, ok := m.sums[fn]; ok {
		return s
	}
	if m.busy[fn] || len(fn.Blocks) == 0 {
		return nil
	}
	m.busy[fn] = true
	defer delete(m.busy, fn)

	s := &Summary{Releaser: -1, Outcome: -1}
	events := m.eventsOf(fn)
	for _, e := range events {
		if e.Kind == NoKind || e.Depth >= maxDepth {
			continue
		}
		if e.Kind == Read && (e.Depth > 0 || e.Store == 0) {
			continue
		}
		s.Ops = append(s.Ops, e)
	}
	// What closures do that the function runs is done by the function.
	for _, a := range fn.AnonFuncs {
		if m.runs(fn, a) {
			if as := m.summary(a); as != nil {
				for _, o := range as.Ops {
					if o.Kind != Read {
						s.Ops = append(s.Ops, o)
					}
				}
			}
		}
	}
	s.Ops = trim(s.Ops)
	m.sums[fn] = s
	s.Results = m.res.Results(fn)
	m.findHolds(fn, s)
	m.findUnder(fn, s)
	m.findInspects(fn, s)
	s.Renews = m.renewalLoop(fn)
	return s
}

// trim keeps the operations that matter most to callers when there are many:
// those on locks first, then guarded and unguarded writes, nearest first, one
// of each kind.
func trim(ops []*Op) []*Op {
	type id struct {
		k    Kind
		api  string
		key  string
		g    Guard
		comp bool
	}
	seen := map[id]bool{}
	var out []*Op
	for _, o := range ops {
		i := id{o.Kind, o.API, o.Key.String(), o.Guard, o.Compares}
		if seen[i] {
			continue
		}
		seen[i] = true
		out = append(out, o)
	}
	if len(out) <= maxOps {
		return out
	}
	rank := func(o *Op) int {
		switch {
		case o.Kind == Acquire || o.Kind == Extend || o.Kind == AutoRenew || o.Kind == End && o.Guard != Deletes:
			return 0
		case o.Kind == End:
			return 1
		case o.Kind == Write && o.Guard == Unguarded:
			return 2
		case o.Kind == Write:
			return 3
		}
		return 4
	}
	sort.SliceStable(out, func(i, j int) bool { return rank(out[i]) < rank(out[j]) })
	return out[:maxOps]
}

// eventsOf lists what happens at each call of a function: its own requests and
// the operations of its callees in the function's own terms.
func (m *Model) eventsOf(fn *ssa.Function) []*Op {
	if ev, ok := m.events[fn]; ok {
		return ev
	}
	var out []*Op
	calls(fn, func(c call) bool {
		direct := m.requests(c)
		m.watchGuard(c, direct)
		for _, o := range direct {
			o.Where = m.position(o.pos)
			m.direct[fn] = append(m.direct[fn], o)
		}
		ev := direct
		if len(direct) == 0 {
			ev = m.calleeOps(c)
		}
		if len(ev) > 0 {
			m.callOp[c.instr] = ev
			out = append(out, ev...)
		}
		return true
	})
	m.events[fn] = out
	return out
}

// calleeOps are the operations of whatever a call may run.
func (m *Model) calleeOps(c call) []*Op {
	var out []*Op
	for _, t := range m.callees(c) {
		for i, o := range t.sum.Ops {
			if o.Depth+1 >= maxDepth {
				continue
			}
			held := false
			for _, h := range t.sum.Holds {
				held = held || h == i
			}
			out = append(out, m.instantiate(o, c, t, held))
		}
	}
	return out
}

// target is a function that a call may run.
type target struct {
	fn   *ssa.Function // nil for one known from a fact
	sum  *Summary
	name string
}

// callees resolves a call: static functions of the package, functions of other
// packages with a fact, implementations of an interface method, closures.
func (m *Model) callees(c call) []target {
	if c.static != nil && len(c.static.Blocks) > 0 {
		if s := m.summary(c.static); s != nil {
			return []target{{c.static, s, c.static.Name()}}
		}
		return nil
	}
	if c.fn != nil {
		if c.common.IsInvoke() {
			var out []target
			for _, f := range m.implementations(c.fn) {
				if s := m.summary(f); s != nil && len(out) < 4 {
					out = append(out, target{f, s, f.Name()})
				}
			}
			if len(out) > 0 {
				return out
			}
		}
		if s := m.importedSummary(c.fn); s != nil {
			return []target{{nil, s, c.fn.Name()}}
		}
		return nil
	}
	if f := m.funcValue(c.common.Value, 0); f != nil {
		if s := m.summary(f); s != nil {
			return []target{{f, s, f.Name()}}
		}
	}
	return nil
}

// funcValue follows a function value to the function it can only be.
func (m *Model) funcValue(v ssa.Value, depth int) *ssa.Function {
	if depth > 6 {
		return nil
	}
	switch v := v.(type) {
	case *ssa.Function:
		return v
	case *ssa.MakeClosure:
		f, _ := v.Fn.(*ssa.Function)
		return f
	case *ssa.ChangeType:
		return m.funcValue(v.X, depth+1)
	case *ssa.MakeInterface:
		return m.funcValue(v.X, depth+1)
	case *ssa.FreeVar:
		return m.funcValue(origin.Binding(v), depth+1)
	case *ssa.UnOp:
		var addr ssa.Value = v.X
		if fv, ok := addr.(*ssa.FreeVar); ok {
			addr = origin.Binding(fv)
		}
		if a, ok := addr.(*ssa.Alloc); ok {
			var found *ssa.Function
			for _, ref := range *a.Referrers() {
				if st, ok := ref.(*ssa.Store); ok && st.Addr == a {
					if k, isC := st.Val.(*ssa.Const); isC && k.Value == nil {
						continue
					}
					if found != nil {
						return nil
					}
					found = m.funcValue(st.Val, depth+1)
				}
			}
			return found
		}
	case *ssa.Extract:
		// A function returned by a helper of the package: unlock, err := l.lock(ctx).
		if c, ok := v.Tuple.(*ssa.Call); ok {
			return m.returnedFunc(c, v.Index, depth)
		}
	case *ssa.Call:
		return m.returnedFunc(v, 0, depth)
	}
	return nil
}

func (m *Model) returnedFunc(c *ssa.Call, i, depth int) *ssa.Function {
	callee := c.Call.StaticCallee()
	if callee == nil || len(callee.Blocks) == 0 {
		return nil
	}
	var found *ssa.Function
	for _, b := range callee.Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || i >= len(r.Results) {
			continue
		}
		if k, isC := r.Results[i].(*ssa.Const); isC && k.Value == nil {
			continue
		}
		f := m.funcValue(r.Results[i], depth+2)
		if f == nil || found != nil && found != f {
			return nil
		}
		found = f
	}
	return found
}

// instantiate rewrites a callee's operation into the terms of the call.
func (m *Model) instantiate(o *Op, c call, t target, held bool) *Op {
	args := c.args
	if c.recv != nil {
		args = append([]ssa.Value{c.recv}, c.args...)
	}
	memo := map[int]*origin.Value{}
	arg := func(i int) *origin.Value {
		if i >= len(args) {
			return nil
		}
		if v, ok := memo[i]; ok {
			return v
		}
		v := m.of(args[i])
		memo[i] = v
		return v
	}
	sub := func(v *origin.Value) *origin.Value {
		if v == nil {
			return nil
		}
		return origin.Substitute(v, t.fn, arg)
	}
	n := *o
	n.Key, n.Handle, n.Token, n.Ctx, n.Stop = sub(o.Key), sub(o.Handle), sub(o.Token), sub(o.Ctx), sub(o.Stop)
	if o.TTL.Origin != nil {
		n.TTL.Origin = sub(o.TTL.Origin)
		if !n.TTL.Known {
			known := makeTTL(n.TTL.Origin, 0)
			if known.Known {
				n.TTL = known
			}
		}
	}
	n.Depth = o.Depth + 1
	n.Via = t.name
	n.site = o
	if o.site != nil {
		n.site = o.site
	}
	n.instr, n.fn, n.call, n.row = c.instr, c.instr.Parent(), c, nil
	n.pos = c.pos()
	n.Purpose = n.Purpose || purposeName(n.fn.Name())
	if n.Kind == Acquire && !held {
		n.Kind = NoKind // taken and released inside the callee: nothing is held here
	}
	if n.Key != nil && n.Key != o.Key && n.Kind != NoKind {
		n.Lockish = n.Lockish || lockishKey(n.Key)
	}
	return &n
}

// runs reports whether a function runs a closure of its own: calls it, defers
// it, starts it or hands it to somebody, rather than returning or keeping it.
func (m *Model) runs(fn, closure *ssa.Function) bool {
	for _, use := range closureUses(fn, closure) {
		switch use.(type) {
		case ssa.CallInstruction:
			return true
		}
	}
	return false
}

// closureUses are the instructions that use the closure value.
func closureUses(fn, closure *ssa.Function) []ssa.Instruction {
	var out []ssa.Instruction
	var follow func(v ssa.Value, depth int)
	follow = func(v ssa.Value, depth int) {
		if depth > 4 || v.Referrers() == nil {
			return
		}
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.ChangeType:
				follow(r, depth+1)
			case *ssa.MakeInterface:
				follow(r, depth+1)
			case *ssa.Store:
				if a, ok := r.Addr.(*ssa.Alloc); ok && r.Val == v {
					for _, l := range *a.Referrers() {
						if u, ok := l.(*ssa.UnOp); ok {
							follow(u, depth+1)
						}
						if ia, ok := l.(*ssa.Slice); ok {
							follow(ia, depth+1)
						}
					}
					continue
				}
				out = append(out, r)
			case *ssa.Phi:
				follow(r, depth+1)
			default:
				out = append(out, r)
			}
		}
	}
	if len(closure.FreeVars) == 0 {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				for _, op := range in.Operands(nil) {
					if op != nil && *op == ssa.Value(closure) {
						switch in := in.(type) {
						case *ssa.ChangeType:
							follow(in, 0)
						case *ssa.MakeInterface:
							follow(in, 0)
						case *ssa.Store:
							if a, ok := in.Addr.(*ssa.Alloc); ok {
								for _, l := range *a.Referrers() {
									if u, ok := l.(*ssa.UnOp); ok {
										follow(u, 1)
									}
								}
								continue
							}
							out = append(out, in)
						default:
							out = append(out, in)
						}
					}
				}
			}
		}
		return out
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if mc, ok := in.(*ssa.MakeClosure); ok && mc.Fn == closure {
				follow(mc, 0)
			}
		}
	}
	return out
}

// findHolds marks the acquires that are still held when the function returns
// success, and the result that releases them.
func (m *Model) findHolds(fn *ssa.Function, s *Summary) {
	for i, o := range s.Ops {
		if o.Kind != Acquire || o.fn != fn {
			continue
		}
		if _, ok := o.instr.(*ssa.Call); !ok {
			continue
		}
		held := false
		m.region(o, func(in ssa.Instruction) {
			if _, ok := in.(*ssa.Return); ok {
				held = true
			}
		})
		if held {
			s.Holds = append(s.Holds, i)
		}
	}
	if len(s.Holds) == 0 {
		return
	}
	res := fn.Signature.Results()
	for i := 0; i < res.Len(); i++ {
		if _, ok := res.At(i).Type().Underlying().(*types.Signature); ok {
			s.Releaser = i
		}
	}
}

// findUnder marks the parameters that the function calls while it holds a lock.
func (m *Model) findUnder(fn *ssa.Function, s *Summary) {
	for i, o := range s.Ops {
		if o.Kind != Acquire || o.fn != fn {
			continue
		}
		m.region(o, func(in ssa.Instruction) {
			for _, p := range m.calledParams(fn, in, 0) {
				s.Under = append(s.Under, Under{Param: p, Op: i})
			}
		})
	}
	// A function that only hands its parameter to another WithLock.
	calls(fn, func(c call) bool {
		for _, t := range m.callees(c) {
			for _, u := range t.sum.Under {
				p := paramIndex(fn, argAt(c, u.Param))
				if p < 0 || u.Op >= len(t.sum.Ops) {
					continue
				}
				n := m.instantiate(t.sum.Ops[u.Op], c, t, true)
				s.Ops = append(s.Ops, n)
				n.Kind = NoKind
				s.Under = append(s.Under, Under{Param: p, Op: len(s.Ops) - 1})
			}
		}
		return true
	})
}

func argAt(c call, i int) ssa.Value {
	if c.recv != nil {
		if i == 0 {
			return c.recv
		}
		i--
	}
	if i < len(c.args) {
		return c.args[i]
	}
	return nil
}

// calledParams returns the parameters of fn that an instruction calls, itself
// or through a closure that it runs.
func (m *Model) calledParams(fn *ssa.Function, in ssa.Instruction, depth int) []int {
	ci, ok := in.(ssa.CallInstruction)
	if !ok || depth > 3 {
		return nil
	}
	var out []int
	com := ci.Common()
	if !com.IsInvoke() && com.StaticCallee() == nil {
		if p := paramIndex(fn, com.Value); p >= 0 {
			out = append(out, p)
		}
	}
	for _, f := range m.closuresAt(ci) {
		for _, b := range f.Blocks {
			for _, x := range b.Instrs {
				out = append(out, m.calledParams(fn, x, depth+1)...)
			}
		}
	}
	return out
}

// closuresAt are the closures of the function that a call runs: called, or
// handed over as arguments.
func (m *Model) closuresAt(ci ssa.CallInstruction) []*ssa.Function {
	var out []*ssa.Function
	com := ci.Common()
	if !com.IsInvoke() {
		if f := m.funcValue(com.Value, 3); f != nil && f.Parent() != nil {
			out = append(out, f)
		}
	}
	for _, a := range com.Args {
		if _, ok := a.Type().Underlying().(*types.Signature); ok {
			if f := m.funcValue(a, 3); f != nil && f.Parent() != nil {
				out = append(out, f)
			}
		}
	}
	return out
}

// paramIndex returns which parameter of fn a value is, looking through
// captures and locals, or -1.
func paramIndex(fn *ssa.Function, v ssa.Value) int {
	for depth := 0; v != nil && depth < 8; depth++ {
		switch x := v.(type) {
		case *ssa.Parameter:
			for i, p := range fn.Params {
				if p == x {
					return i
				}
			}
			return -1
		case *ssa.FreeVar:
			v = origin.Binding(x)
		case *ssa.UnOp:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.Alloc:
			var val ssa.Value
			for _, r := range *x.Referrers() {
				if st, ok := r.(*ssa.Store); ok && st.Addr == x {
					if val != nil {
						return -1
					}
					val = st.Val
				}
			}
			v = val
		default:
			return -1
		}
	}
	return -1
}
