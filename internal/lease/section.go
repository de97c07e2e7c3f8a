package lease

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// region visits the instructions that run while the lock that o acquires is
// held, in the function of the acquire: from a successful acquire to the
// matching release on each path. A deferred release ends nothing here, except
// that a return behind it holds nothing any more: visit then sees no Return.
func (m *Model) region(o *Op, visit func(ssa.Instruction)) {
	v, ok := o.instr.(*ssa.Call)
	if !ok {
		return
	}
	a := assumeSuccess(v)
	deferred := false
	a.reach(v, func(in ssa.Instruction) bool {
		switch in := in.(type) {
		case *ssa.Defer:
			if m.releases(in, o) {
				deferred = true
				return true
			}
		case *ssa.Call:
			if m.releases(in, o) {
				return false
			}
		case *ssa.Return:
			if deferred {
				return false
			}
			if m.refused(in, v, a) {
				return false
			}
		}
		visit(in)
		return true
	})
}

// refused reports whether a return on the way hands back an error that cannot
// be nil: the lock is then held by nobody who knows.
func (m *Model) refused(r *ssa.Return, v *ssa.Call, a *assumption) bool {
	return false
}

// releases reports whether a call ends the lock that o acquired.
func (m *Model) releases(ci ssa.CallInstruction, o *Op) bool {
	// unlock() of a function that the acquire returned.
	com := ci.Common()
	if !com.IsInvoke() && com.StaticCallee() == nil {
		if from := m.madeBy(com.Value, 0); from != nil && from == o.instr {
			return true
		}
	}
	for _, e := range m.callOp[ci] {
		if e.Kind == End && m.sameLock(o, e) {
			return true
		}
	}
	for _, f := range m.closuresAt(ci) {
		if _, isGo := ci.(*ssa.Go); isGo {
			continue
		}
		if m.closureReleases(f, o, 0) {
			return true
		}
	}
	return false
}

func (m *Model) closureReleases(f *ssa.Function, o *Op, depth int) bool {
	if depth > 3 {
		return false
	}
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			ci, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if onErrorPath(in) {
				continue // undoes the acquire when the rest failed
			}
			com := ci.Common()
			if !com.IsInvoke() && com.StaticCallee() == nil {
				if from := m.madeBy(com.Value, 0); from != nil && from == o.instr {
					return true
				}
			}
			for _, e := range m.callOp[ci] {
				if e.Kind == End && m.sameLock(o, e) {
					return true
				}
			}
			for _, g := range m.closuresAt(ci) {
				if g != f && m.closureReleases(g, o, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

// onErrorPath reports whether an instruction only runs when an error was seen:
// it is behind the true branch of err != nil.
func onErrorPath(in ssa.Instruction) bool {
	b := in.Block()
	for d := b; d != nil; d = d.Idom() {
		p := d.Idom()
		if p == nil || len(p.Instrs) == 0 {
			continue
		}
		br, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If)
		if !ok || len(d.Preds) != 1 {
			continue
		}
		cmp, ok := br.Cond.(*ssa.BinOp)
		if !ok || !isError(cmp.X.Type()) {
			continue
		}
		if k, isC := cmp.Y.(*ssa.Const); !isC || k.Value != nil {
			continue
		}
		if cmp.Op == token.NEQ && p.Succs[0] == d || cmp.Op == token.EQL && p.Succs[1] == d {
			return true
		}
	}
	return false
}

// sameLock reports whether e ends the lock that o acquired, both in one
// function. Inside one function an open key is not held against a match: the
// cost of a missed release is a false alarm behind it.
func (m *Model) sameLock(o, e *Op) bool {
	if o.instr != nil && e.call.recv != nil {
		if from := m.madeBy(e.call.recv, 0); from != nil && from == o.instr {
			return true // lock.Release() of the lock that Obtain returned
		}
	}
	if o.Handle != nil && e.Handle != nil {
		if c := origin.Compare(o.Handle, e.Handle); c == origin.Strong {
			return true
		} else if c == origin.Different && o.Handle.SSA() != nil && e.Handle.SSA() != nil {
			if o.Key == nil || e.Key == nil {
				return false
			}
		}
	}
	if e.Handle != nil && o.instr != nil {
		if v, ok := o.instr.(*ssa.Call); ok && derivedFrom(e.Handle, v, 0) {
			return true
		}
	}
	if o.Store != e.Store && o.Store != 0 && e.Store != 0 {
		return false
	}
	if o.Session && e.Session {
		return true
	}
	if o.Key != nil && e.Key != nil {
		return m.sameKey(o.Key, e.Key) != origin.Different
	}
	return o.Key == nil && e.Key == nil && o.Handle == nil && e.Handle == nil
}

// derivedFrom reports whether an origin goes back to the results of a call.
func derivedFrom(v *origin.Value, c *ssa.Call, depth int) bool {
	if v == nil || depth > 6 {
		return false
	}
	switch s := v.SSA().(type) {
	case *ssa.Call:
		if s == c {
			return true
		}
	case *ssa.Extract:
		if s.Tuple == c {
			return true
		}
	}
	for _, p := range v.Parts {
		if derivedFrom(p, c, depth+1) {
			return true
		}
	}
	return false
}

// sameKey compares two keys, a field also by the values that are stored in it:
// New(key) may acquire with the parameter that Release later reads from a field.
func (m *Model) sameKey(a, b *origin.Value) origin.Match {
	best := origin.Compare(a, b)
	if best == origin.Strong {
		return best
	}
	for _, pair := range [][2]*origin.Value{{a, b}, {b, a}} {
		f := pair[0]
		if f == nil || f.Kind != origin.Field || f.Var() == nil {
			continue
		}
		for _, s := range m.index.Stores(f.Var()) {
			o := m.of(s)
			if o.Kind == origin.Unknown || o.Kind == origin.Fresh {
				continue
			}
			if c := origin.Compare(o, pair[1]); c == origin.Strong {
				return c
			} else if c == origin.Weak && o.Kind == origin.Param && pair[1].Kind == origin.Param && o.Fn() == pair[1].Fn() && o.Index == pair[1].Index {
				return origin.Strong
			}
		}
	}
	return best
}

// Section is a lock section: what runs between a successful acquire and its
// release.
type Section struct {
	Lock   *Op
	Writes []*Op // unguarded and guarded ones, in order of position
	Reads  []*Op
}

// Sections returns the lock sections of the package, in source order.
func (m *Model) Sections() []*Section {
	var out []*Section
	for _, fn := range m.fns {
		for _, o := range m.eventsOf(fn) {
			if o.Kind != Acquire {
				continue
			}
			if _, ok := o.instr.(*ssa.Call); !ok {
				continue
			}
			s := &Section{Lock: o}
			m.region(o, func(in ssa.Instruction) { m.collect(s, in, 0) })
			out = append(out, s)
		}
		calls(fn, func(c call) bool {
			for _, t := range m.callees(c) {
				for _, u := range t.sum.Under {
					f := m.funcValue(argAt(c, u.Param), 3)
					if f == nil || u.Op >= len(t.sum.Ops) {
						continue
					}
					lock := m.instantiate(t.sum.Ops[u.Op], c, t, true)
					lock.Kind = Acquire
					s := &Section{Lock: lock}
					if f.Parent() != nil {
						m.collectAll(s, f, 0)
					} else if f.Synthetic != "" || f.Pkg == m.pkg {
						for _, o := range m.boundOps(f, c) {
							s.add(o)
						}
					}
					out = append(out, s)
				}
			}
			return true
		})
	}
	return out
}

// boundOps are the operations of a named function or method value that is
// handed to WithLock: they count at the call.
func (m *Model) boundOps(f *ssa.Function, c call) []*Op {
	target := f
	if f.Synthetic != "" {
		if obj, ok := f.Object().(*types.Func); ok {
			if g := f.Prog.FuncValue(obj); g != nil && len(g.Blocks) > 0 {
				target = g
			}
		}
	}
	s := m.summary(target)
	if s == nil {
		return nil
	}
	var out []*Op
	for _, o := range s.Ops {
		n := *o
		n.site, n.Depth, n.instr, n.fn, n.pos, n.Via = o, o.Depth+1, c.instr, c.instr.Parent(), c.pos(), target.Name()
		out = append(out, &n)
	}
	return out
}

func (s *Section) add(o *Op) {
	switch o.Kind {
	case Write, Extend, End:
		s.Writes = append(s.Writes, o)
	case Read:
		s.Reads = append(s.Reads, o)
	}
}

// collect adds what one instruction of the section does.
func (m *Model) collect(s *Section, in ssa.Instruction, depth int) {
	ci, ok := in.(ssa.CallInstruction)
	if !ok {
		return
	}
	if _, isGo := in.(*ssa.Go); isGo {
		return // a goroutine may well run after the release: nothing is promised for it
	}
	closures := m.closuresAt(ci)
	inside := map[*ssa.Function]bool{}
	for _, f := range closures {
		inside[f] = true
	}
	for _, o := range m.callOp[ci] {
		if o.site != nil && inside[o.site.fn] {
			continue // reported in the closure itself
		}
		s.add(o)
	}
	for _, f := range closures {
		m.collectAll(s, f, depth+1)
	}
}

// collectAll adds everything a closure does.
func (m *Model) collectAll(s *Section, f *ssa.Function, depth int) {
	if depth > 4 {
		return
	}
	m.eventsOf(f)
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			m.collect(s, in, depth)
		}
	}
}

// watchGuard marks deletes and writes that go through a MULTI on a watched
// connection: EXEC refuses them when the key has changed.
func (m *Model) watchGuard(c call, ops []*Op) {
	if len(ops) == 0 || c.recv == nil {
		return
	}
	if !m.inWatchedMulti(c.recv, c.instr.Parent()) {
		return
	}
	for _, o := range ops {
		o.Compares = true
		if o.Kind == Write || o.Kind == End {
			o.Guard = Conditional
		}
	}
}

func (m *Model) inWatchedMulti(recv ssa.Value, fn *ssa.Function) bool {
	if ctor := m.madeBy(recv, 0); ctor != nil {
		c := newCall(ctor)
		if row := c.row(); row != nil && row.Role == catalog.Pipe && row.Atomic {
			return isTxClient(c.recv)
		}
		return false
	}
	// The pipeline is the parameter of a closure given to TxPipelined.
	p, ok := recv.(*ssa.Parameter)
	if !ok || fn.Parent() == nil || p.Parent() != fn {
		return false
	}
	for _, use := range closureUses(fn.Parent(), fn) {
		ci, ok := use.(ssa.CallInstruction)
		if !ok {
			continue
		}
		c := newCall(ci)
		if row := c.row(); row != nil && row.Role == catalog.Pipe && row.Atomic {
			return isTxClient(c.recv)
		}
	}
	return false
}

// isTxClient reports whether a pipeline was opened on the connection that
// WATCH was sent on (redis.Tx), not on the client at large.
func isTxClient(v ssa.Value) bool {
	if v == nil {
		return false
	}
	// Methods are promoted from an embedded cmdable: look at the base.
	for depth := 0; depth < 6; depth++ {
		if named(v.Type()) == "Tx" {
			return true
		}
		switch x := v.(type) {
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.Field:
			v = x.X
		case *ssa.UnOp:
			v = x.X
		default:
			return false
		}
	}
	return false
}

func named(t types.Type) string {
	t = types.Unalias(t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}
