package lease

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Section is a lock section: what runs between a successful acquire and its
// release.
type Section struct {
	Lock   *Op
	Writes []*Op // unguarded and guarded ones, in order of position
	Reads  []*Op
}

// Sections returns the lock sections of the package, in source order. Those of
// which nothing says that a lock is taken are left out, and those whose lock only
// saves duplicate work.
func (m *Model) Sections() []*Section { return m.sections }

// findSections finds the lock sections, and marks what is written in them.
func (m *Model) findSections() {
	for _, s := range m.allSections() {
		if _, efficiency := m.Efficiency(s.Lock); efficiency || !m.LockEvidence(s.Lock) || m.onceLock(s.Lock) {
			continue
		}
		m.sections = append(m.sections, s)
		for _, w := range s.Writes {
			w.Covered = true
		}
	}
	for _, fn := range m.fns {
		s := m.sums[fn]
		if s == nil {
			continue
		}
		for _, o := range s.Ops {
			o.Covered = o.Covered || o.CoveredBelow()
		}
		for _, h := range s.Holds {
			s.Ops[h].Evident = !s.Ops[h].LockAPI && !s.Ops[h].House && m.LockEvidence(s.Ops[h])
		}
		for _, u := range s.Under {
			if o := s.Ops[u.Op]; o.Kind == Acquire && !o.LockAPI && !o.House {
				o.Evident = m.LockEvidence(o)
			}
		}
	}
}

// CoveredBelow reports whether an operation is made under a lock that a callee
// takes: it is the callee's section that it belongs to.
func (o *Op) CoveredBelow() bool {
	for x := o.from; x != nil; x = x.from {
		if x.Covered {
			return true
		}
	}
	return false
}

func (m *Model) allSections() []*Section {
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
			m.region(o, func(in ssa.Instruction, final bool) {
				if final {
					m.collectFinal(s, in)
					return
				}
				m.collect(s, in, 0)
			})
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
					lock.Kind, lock.lent = Acquire, true
					out = append(out, m.lentTo(f, lock, c))
				}
			}
			if lock, f := m.houseClosure(c); f != nil {
				out = append(out, m.lentTo(f, lock, c))
			}
			return true
		})
	}
	return out
}

// lentTo is the section of a function that is run while a lock is held: WithLock(ctx,
// key, f).
func (m *Model) lentTo(f *ssa.Function, lock *Op, c call) *Section {
	s := &Section{Lock: lock}
	if f.Parent() != nil {
		m.collectAll(s, f, 0)
	} else if f.Synthetic != "" || f.Pkg == m.pkg {
		for _, o := range m.boundOps(f, c) {
			s.add(o)
		}
	}
	return s
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
	return s.Ops // each stands where it is made: the function is handed over as a whole
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
	if _, isGo := in.(*ssa.Go); isGo && !waitsIn(in.Parent()) {
		return // a goroutine may well run after the release: nothing is promised for it
	}
	closures := m.closuresAt(ci)
	inside := map[*ssa.Function]bool{}
	for _, f := range closures {
		inside[f] = true
	}
	for _, o := range m.callOp[ci] {
		if o.Kind == Acquire && calledLock(o) {
			return // what an acquiring helper writes, it writes before or for the next section
		}
	}
	for _, o := range m.callOp[ci] {
		if o.site != nil && inside[o.site.fn] {
			continue // reported in the closure itself
		}
		s.add(o)
	}
	for _, f := range closures {
		if !m.keptAt(ci, f) {
			m.collectAll(s, f, depth+1)
		}
	}
}

// calledLock reports whether an acquire is a lock's by its API or by a name. A record
// that is made if it is absent, beside others that are written, is data.
func calledLock(o *Op) bool {
	return o.LockAPI || o.House || o.Session || o.Lockish || lockishName(o.Via) || acquireWord.MatchString(o.Via)
}

// collectFinal adds what a releasing callee does before it releases.
func (m *Model) collectFinal(s *Section, in ssa.Instruction) {
	ci, ok := in.(ssa.CallInstruction)
	if !ok {
		return
	}
	for _, o := range m.callOp[ci] {
		if o.Depth > 0 && !o.afterCallee && o.Kind == Write {
			s.add(o)
		}
	}
}

// waitsIn reports whether a function waits for the goroutines that it starts.
func waitsIn(fn *ssa.Function) bool {
	found := false
	calls(fn, func(c call) bool {
		found = found || c.name() == "Wait" && c.recv != nil && pkgPath(c.fn) == "sync"
		return !found
	})
	return found
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
