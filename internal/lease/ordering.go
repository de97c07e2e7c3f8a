package lease

import (
	"sort"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/redisscript"
	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// Ordering is a comparison by < or > that storage makes of a value which has no
// such order among holders.
type Ordering struct {
	Op *Op
	// Column is what the storage compares: a column, or a key of a script.
	Column string
	// Random is true for a random token, false for a count of this process.
	Random bool
}

// Orderings lists the comparisons of random tokens and of counts of the process
// as if they were fencing tokens, in source order, each at the request or at the
// call that gives the value.
func (m *Model) Orderings() []Ordering {
	var found []Ordering
	judged := map[*Op]bool{}
	var ordered []*Op
	for _, fn := range m.fns {
		for _, o := range m.eventsOf(fn) {
			if o.Orders != nil && (o.Depth > 0 || !o.Generated) {
				ordered = append(ordered, o)
			}
		}
		found = append(found, m.scriptOrderings(fn)...)
	}
	sort.SliceStable(ordered, func(i, j int) bool { return ordered[i].Depth < ordered[j].Depth })
	for _, o := range ordered {
		below := false
		for x := o.from; x != nil; x = x.from {
			below = below || judged[x] || x.fn == nil && m.unordered(x.Orders) != 0
		}
		id := m.unordered(o.Orders)
		if below || id == 0 || id == idCounter && !fenceName(o.OrdersBy) && !m.holdsLock(o) {
			continue
		}
		judged[o] = true
		found = append(found, Ordering{Op: o, Column: o.OrdersBy, Random: id == idRandom})
	}
	sort.SliceStable(found, func(i, j int) bool { return found[i].Op.pos < found[j].Op.pos })
	return found
}

// fenceName reports whether a column is named for fencing tokens; a version may
// well be counted by the only process that writes it.
func fenceName(c string) bool { return strings.Contains(leaf(c), "fenc") }

// holdsLock reports whether the function of a request also takes a lock, which
// shows that the number stands for its holder.
func (m *Model) holdsLock(o *Op) bool {
	if o.fn == nil {
		return false
	}
	for _, a := range m.eventsOf(outermost(o.fn)) {
		if takesLock(a) {
			return true
		}
	}
	return false
}

// unordered is idRandom for a value that is certainly random, idCounter for a
// count of this process, 0 for anything else.
func (m *Model) unordered(v *origin.Value) identity {
	if v == nil {
		return 0
	}
	if m.randomToken(v) {
		return idRandom
	}
	if id := m.identityOf(v, nil); id&^idConst == idCounter {
		return idCounter
	}
	return 0
}

// randomToken reports whether a value is a random one: drawn here, or the token
// of a lock library. Ids that begin with their time can be ordered.
func (m *Model) randomToken(v *origin.Value) bool {
	if m.identityOf(v, nil)&^idConst == idRandom && !m.timeOrdered(v, 0) {
		return true
	}
	var call *ssa.Call
	switch s := v.SSA().(type) {
	case *ssa.Call:
		call = s
	case *ssa.Extract:
		call, _ = s.Tuple.(*ssa.Call)
	}
	if call == nil {
		return false
	}
	row := newCall(call).row()
	return row != nil && row.Role == catalog.ReadOwner && row.Lib.Store == catalog.LockLibrary
}

// timeOrdered reports whether some part of a value comes from a generator whose
// ids grow with time, or from a digest, which is the same for the same content.
func (m *Model) timeOrdered(v *origin.Value, depth int) bool {
	found := false
	origin.Walk(v, func(x *origin.Value) bool {
		if x.Kind == origin.Call {
			n := strings.ToLower(x.Text)
			for _, w := range []string{"xid.", "ksuid", "ulid", "snowflake", "newv7", "newv6", "newuuid", "newv1", "objectid", "sha", "md5", "hash", "newid"} {
				found = found || strings.Contains(n, w)
			}
		}
		if x.Kind == origin.Field && x.Var() != nil && depth < 3 {
			for _, s := range m.index.Stores(x.Var()) {
				found = found || m.timeOrdered(m.of(s), depth+1)
			}
		}
		return !found
	})
	return found
}

// markOrders notes what a statement compares with a version or fence by < or >, or
// with an owner, whose tokens have no order to compare.
func (m *Model) markOrders(c call, ops []*Op) {
	for _, o := range ops {
		if o.stmt == nil || o.Kind != Write {
			continue
		}
		where := o.stmt.Where
		if o.stmt.Conflict != nil {
			where = append(append([]sqlstmt.Predicate{}, where...), o.stmt.Conflict.Where...)
		}
		for _, p := range where {
			if !strings.ContainsAny(p.Op, "<>") || p.Op == "<>" || !fenceColumn(p.Column) && !ownerColumn(p.Column) {
				continue
			}
			if v := m.statementArg(c, o, p); v != nil {
				o.Orders, o.OrdersBy = m.of(v), p.Column
			}
		}
	}
}

// statementArg is the argument that a statement's comparison binds, nil when it
// is not in sight.
func (m *Model) statementArg(c call, o *Op, p sqlstmt.Predicate) ssa.Value {
	arg := p.Value.Arg
	if p.Value.Kind == sqlstmt.Excluded {
		// fence < EXCLUDED.fence: the value that was to be inserted.
		arg = -1
		for _, a := range o.stmt.Set {
			if a.Column == p.Value.Name && a.Value.Kind == sqlstmt.Placeholder {
				arg = a.Value.Arg
			}
		}
	} else if p.Value.Kind != sqlstmt.Placeholder {
		return nil
	}
	row := c.row()
	if row == nil {
		return nil
	}
	if v := c.arg(row, "args"); v != nil && arg >= 0 {
		el, _ := m.res.Elements(v)
		if arg < len(el) && el[arg] != nil {
			return unwrap(el[arg])
		}
		return nil
	}
	return m.chainArg(o, p)
}

// chainArg finds the argument of a comparison among the links of a builder
// chain: Where("fence < ?", token).
func (m *Model) chainArg(o *Op, p sqlstmt.Predicate) ssa.Value {
	for _, l := range o.chain {
		row := l.row()
		if row == nil || row.Link != "where" {
			continue
		}
		cond, args := l.arg(row, "cond"), l.arg(row, "args")
		if cond == nil || args == nil {
			continue
		}
		text, _, ok := origin.TextOf(m.of(cond), string(sqlstmt.Hole))
		if !ok {
			continue
		}
		el, _ := m.res.Elements(args)
		for _, q := range sqlstmt.ParseFragment(text) {
			if q.Column == p.Column && q.Op == p.Op && q.Value.Kind == sqlstmt.Placeholder && q.Value.Arg >= 0 && q.Value.Arg < len(el) && el[q.Value.Arg] != nil {
				return unwrap(el[q.Value.Arg])
			}
		}
	}
	return nil
}

// scriptOrderings are the comparisons by < or > in the scripts that a function
// runs.
func (m *Model) scriptOrderings(fn *ssa.Function) []Ordering {
	var out []Ordering
	calls(fn, func(c call) bool {
		row := c.row()
		if row == nil {
			return true
		}
		src, keys, args := m.scriptCall(c, row)
		if src == nil || len(args) == 0 {
			return true
		}
		text, _, ok := origin.TextOf(src, string(sqlstmt.Hole))
		if !ok || !strings.ContainsAny(text, "<>") {
			return true
		}
		s, err := redisscript.Parse(text)
		if err != nil || s == nil {
			return true
		}
		for _, lc := range s.Calls {
			for _, g := range lc.Guards {
				if !g.Ordered || g.With.Kind != redisscript.Arg || g.With.Index < 1 || g.With.Index > len(args) || lc.Reads {
					continue
				}
				id := m.unordered(args[g.With.Index-1])
				if id == 0 {
					continue
				}
				o := &Op{API: "script " + lc.Command, instr: c.instr, fn: fn, pos: c.pos(), call: c, row: row}
				if i := g.Key.Index - 1; g.Key.Kind == redisscript.Key && i >= 0 && i < len(keys) {
					o.Key = keys[i]
				}
				out = append(out, Ordering{Op: o, Random: id == idRandom})
				return true
			}
		}
		return true
	})
	return out
}
