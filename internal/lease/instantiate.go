package lease

import (
	"go/token"
	"go/types"

	"github.com/leasevet/leasevet/internal/origin"
	"golang.org/x/tools/go/ssa"
)

// instantiateAll is instantiate for an operation whose key may be a list of keys
// that the caller packs: one operation for each key.
func (m *Model) instantiateAll(o *Op, c call, t target, held bool) []*Op {
	n := m.instantiate(o, c, t, held)
	if o.without(c, n) {
		return nil
	}
	if o.batch > 0 {
		return m.instantiateBatch(o, n, c)
	}
	if o.Key == nil || o.Key.Kind != origin.Param {
		return []*Op{n}
	}
	v := argAt(c, o.Key.Index)
	if v == nil {
		return []*Op{n}
	}
	if _, ok := v.Type().Underlying().(*types.Slice); !ok {
		return []*Op{n}
	}
	el, _ := m.res.Elements(v)
	if len(el) == 0 || len(el) > 8 {
		return []*Op{n}
	}
	var out []*Op
	for _, e := range el {
		if e == nil {
			continue
		}
		k := *n
		k.Key = m.of(e)
		k.Lockish = k.Lockish || lockishKey(k.Key)
		out = append(out, &k)
	}
	return out
}

// resolveFields replaces fields of a struct that is built in sight by what was
// stored in them: release(item) reads item.Key of the literal here.
func (m *Model) resolveFields(v *origin.Value) *origin.Value {
	if v == nil || v.Kind != origin.Field || len(v.Parts) == 0 || v.Parts[0] == nil || v.Parts[0].SSA() == nil {
		return v
	}
	if o, set, known := m.res.StructField(v.Parts[0].SSA(), v.Text); known && set {
		return o
	}
	return v
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
	made := m.closureMaker(c, t)
	sub := func(v *origin.Value) *origin.Value {
		if v == nil {
			return nil
		}
		n := origin.Substitute(v, t.fn, arg)
		if made != nil {
			// The closure uses what the function that made it was given.
			n = origin.Substitute(n, made.Common().StaticCallee(), func(i int) *origin.Value {
				if a := argAt(newCall(made), i); a != nil {
					return m.of(a)
				}
				return nil
			})
		}
		if n != v {
			n = m.resolveFields(n)
		}
		return n
	}
	n := *o
	n.Unless, n.UnlessTrue, n.afterCallee, n.AfterEnd = nil, nil, o.AfterEnd, false
	n.hands, n.refused = false, nil
	n.Key, n.Handle, n.Token, n.Ctx, n.Stop = sub(o.Key), sub(o.Handle), sub(o.Token), sub(o.Ctx), sub(o.Stop)
	n.about = o.about.substitute(sub)
	n.Orders = sub(o.Orders)
	if o.TTL.Origin != nil {
		n.TTL.Origin = sub(o.TTL.Origin)
		if !n.TTL.Known {
			known := makeTTL(n.TTL.Origin, o.TTL.Unit)
			if known.Known {
				n.TTL = known
			}
		}
	}
	n.Depth++
	if t.fn != nil && (t.fn.Parent() != nil || t.fn.Synthetic != "") && o.Depth > 0 {
		n.Literals++
	}
	n.Via = t.name
	n.site, n.from = o, o
	if o.site != nil {
		n.site = o.site
	}
	n.trail = nil
	if t.fn != nil && len(o.trail) < 4 {
		n.trail = append([]token.Pos{o.pos}, o.trail...)
	}
	n.instr, n.fn, n.call, n.row = c.instr, c.instr.Parent(), c, nil
	n.pos = c.pos()
	n.Purpose = n.Purpose || purposeName(n.fn.Name())
	if n.Kind == Acquire && !held {
		n.Kind = NoKind // taken and released inside the callee: nothing is held here
	}
	if n.Key != nil && n.Key != o.Key && n.Kind != NoKind {
		n.Lockish = n.Lockish || lockishKey(n.Key)
		if n.Kind == Write && n.Guard == Unguarded && (freshKey(n.Key) || n.House && tempKey(n.Key)) {
			n.Guard = FreshKey
		}
	}
	return &n
}

// closureMaker is the call of a function of this package that gave out the closure
// which is called here: unlock, err := l.acquire(ctx, name); …; unlock().
func (m *Model) closureMaker(c call, t target) *ssa.Call {
	if t.fn == nil || t.fn.Parent() == nil || c.common.IsInvoke() || c.static != nil {
		return nil
	}
	made := m.madeBy(c.common.Value, 0)
	if made == nil || made.Call.StaticCallee() != t.fn.Parent() {
		return nil
	}
	return made
}
