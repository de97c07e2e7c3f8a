package lease

import (
	"go/types"
	"maps"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// besides reports whether a call that renews does more than that: writes another
// record, say, or renews in goroutines that it starts. Its answer is then not
// that of the renewal.
func (m *Model) besides(b beat) bool {
	if b.op.Depth == 0 {
		return false
	}
	for o := b.op.from; o != nil; o = o.from {
		if _, ok := o.instr.(*ssa.Go); ok {
			return true
		}
	}
	for _, e := range m.callOp[b.call] {
		if e.Kind == Write && (e.Key == nil || b.op.Key == nil || m.sameKey(e.Key, b.op.Key) == origin.Different) {
			return true
		}
	}
	return false
}

// swallowed lists the renewals of a function whose failure nobody who works under
// the lease is told of.
func (m *Model) swallowed(fn *ssa.Function) []*Loss {
	var out []*Loss
	for _, b := range m.beats(fn) {
		if b.op.registers() || m.monitored(fn, b) || m.toldByLibrary(b.op) || m.besides(b) {
			continue
		}
		if l := m.judgeBeat(fn, b); l != nil {
			out = append(out, l)
		}
	}
	return out
}

// registers reports whether an operation renews a registration, under which
// nothing exclusive is done: the registry itself notices when it lapses.
func (o *Op) registers() bool { return o.Registers || o.site != nil && o.site.Registers }

// monitored reports whether the function that renews also asks, in its rounds,
// whether the lock is still held.
func (m *Model) monitored(fn *ssa.Function, b beat) bool {
	found := false
	calls(fn, func(c call) bool {
		if row := c.row(); row != nil && row.Role == catalog.Lost {
			found = true
		}
		for _, o := range m.callOp[c.instr] {
			if o.Kind == Read && c.instr != ssa.CallInstruction(b.call) && (o.Key == nil && o.Handle != nil || o.Key != nil && b.op.Key != nil && m.sameKey(o.Key, b.op.Key) == origin.Strong) {
				found = true
			}
		}
		return !found
	})
	return found
}

// toldByLibrary reports whether the loss of the session that an operation renews
// is told by a lock of the same library, which was given the session and whose
// Lock returns a channel for it.
func (m *Model) toldByLibrary(o *Op) bool {
	if o.Store != catalog.Consul {
		return false
	}
	found := false
	for _, fn := range m.fns {
		calls(fn, func(c call) bool {
			if row := c.row(); row != nil && row.Role == catalog.NewLock && row.Lib.Store == o.Store {
				if _, _, set, known := m.role(c, row, "session"); set || !known {
					_, given := row.Operand(c.fn, "session")
					found = found || given
				}
			}
			return !found
		})
	}
	return found
}

// judgeBeat follows the answer of one renewal.
func (m *Model) judgeBeat(fn *ssa.Function, b beat) *Loss {
	if m.tellsBelow(b.call, b.op) {
		return nil
	}
	l := &Loss{Pos: newCall(b.call).pos(), API: b.op.API, Lock: b.op.LockName()}
	t := m.newTeller(fn)
	w := newAnswer(b.call, assumeSuccess(b.call))
	var deaf fate
	bad := 0
	replies := m.replies(b)
	if len(replies) == 0 {
		return nil
	}
	lost := map[ssa.Instruction]bool{}
	for i, reply := range replies {
		f, ran := t.fateOf(w, m.assumeLoss(b.call, reply))
		if saysBad(b.call, reply) {
			maps.Copy(lost, ran)
		}
		if f.quiet.IsValid() || f.raised {
			if heard, at := m.ended(fn, f, 0, map[*ssa.Function]bool{}); !heard {
				l.Kind = RenewalEnds
				l.Notes = append(l.Notes, at...)
				return l
			}
			f.told = true
		}
		last := i == len(replies)-1
		if !f.told && f.again {
			bad++
			deaf = f
		} else if last {
			return nil // the clear no is heard; that a request failed may be tried again
		}
	}
	if bad == 0 || m.tracks(fn, t, w, lost) || m.handsOn(w, lost) {
		return nil
	}
	l.Kind = AnswerDropped
	if deaf.logged.IsValid() {
		l.Kind = AnswerLogged
		l.Notes = append(l.Notes, Note{deaf.logged, "here it is only logged"})
	}
	return l
}

// replies are the ways in which a renewal can answer that the lease is lost: by
// an error, and by a no without an error. The last one is the clearest.
func (m *Model) replies(b beat) []func(types.Type) tri {
	sig := b.call.Call.Signature().Results()
	raises, says := false, false
	for i := range sig.Len() {
		t := sig.At(i).Type()
		if isError(t) {
			raises = true
			continue
		}
		switch u := t.Underlying().(type) {
		case *types.Basic:
			says = says || u.Info()&(types.IsBoolean|types.IsInteger) != 0
		case *types.Pointer, *types.Interface, *types.Struct, *types.Slice:
			says = says || outcomeType(t) || b.op.Depth == 0
		}
	}
	switch {
	case raises && says && !b.op.Raises && !b.op.plainError():
		return []func(types.Type) tri{failed, refused}
	case raises:
		return []func(types.Type) tri{failed}
	case says:
		return []func(types.Type) tri{failed, refused}
	case sig.Len() == 0 && m.inSight(b.call):
		return []func(types.Type) tri{failed}
	}
	return nil
}

// plainError reports whether an answer of no comes with an error in all releases
// that matter, whatever else is returned: redsync's Extend.
func (o *Op) plainError() bool { return o.Kind == Extend && o.Lib == "redsync" }

// inSight reports whether a call runs a function of this package.
func (m *Model) inSight(v *ssa.Call) bool {
	for _, t := range m.callees(newCall(v)) {
		if t.fn != nil {
			return true
		}
	}
	return false
}

// tracks reports whether a success leaves a mark that others read: the time until
// which the lease is good, or that it is. They notice when it grows old.
func (m *Model) tracks(fn *ssa.Function, t *teller, w *answer, lost map[ssa.Instruction]bool) bool {
	for in := range w.ok {
		if lost[in] {
			continue
		}
		switch in := in.(type) {
		case *ssa.Store:
			if timely(in.Val) && t.store(in.Addr) == tells {
				return true
			}
		case *ssa.Call:
			c := newCall(in)
			if _, builtin := in.Call.Value.(*ssa.Builtin); builtin {
				continue
			}
			if pkgPath(c.fn) == "sync/atomic" && t.standard(c) == tells || c.fn == nil && c.static == nil && t.value(c) == tells {
				return true
			}
			if c.static != nil && len(c.static.Blocks) > 0 && c.static != fn && t.body(c.static) == tells {
				return true
			}
		}
	}
	return false
}

// timely reports whether a value can say that a lease is good: a time, a bool.
func timely(v ssa.Value) bool {
	if b, ok := v.Type().Underlying().(*types.Basic); ok {
		return b.Info()&types.IsBoolean != 0 || b.Info()&types.IsInteger != 0 && condKind(v, 0) == byClock
	}
	return types.Unalias(v.Type()).String() == "time.Time"
}

// tellsBelow reports whether a callee that makes the renewal tells of a failure
// by itself, in another way than by what it returns.
func (m *Model) tellsBelow(v *ssa.Call, o *Op) bool {
	if o.house != nil {
		return m.houseSignals(o.house)
	}
	if o.Depth == 0 {
		return false
	}
	if o.Signals {
		return true
	}
	for _, tg := range m.callees(newCall(v)) {
		if tg.fn == nil {
			continue
		}
		for _, e := range m.eventsOf(tg.fn) {
			in, ok := e.instr.(*ssa.Call)
			if !ok || e.Kind != Extend || e != o.from && (e.site == nil || e.site != o.site) {
				continue
			}
			if m.signals(tg.fn, in, e) {
				return true
			}
		}
	}
	return false
}

// houseSignals is signals for a function that renews by its name: of whatever it
// asks outside.
func (m *Model) houseSignals(fn *ssa.Function) bool {
	told := false
	calls(fn, func(c call) bool {
		v := c.value()
		if v == nil || !hasError(c.common.Signature()) {
			return true
		}
		if is, _ := logging(c); is {
			return true
		}
		told = m.signals(fn, v, &Op{})
		return !told
	})
	return told
}

// signals reports whether a function tells of the failure of a renewal that it
// makes, in another way than by its results.
func (m *Model) signals(fn *ssa.Function, v *ssa.Call, o *Op) bool {
	if m.busy[fn] {
		return false
	}
	m.busy[fn] = true
	defer delete(m.busy, fn)
	if m.tellsBelow(v, o) {
		return true
	}
	t, w := m.newTeller(fn), newAnswer(v, assumeSuccess(v))
	lost := map[ssa.Instruction]bool{}
	for _, reply := range []func(types.Type) tri{failed, refused} {
		f, ran := t.fateOf(w, m.assumeLoss(v, reply))
		if f.told {
			return true
		}
		if saysBad(v, reply) {
			maps.Copy(lost, ran)
		}
	}
	return m.handsOn(w, lost)
}

// saysBad reports whether some result of a call can give such a reply: the new end
// of a lease beside a nil error says that it was renewed, whatever the time is.
func saysBad(v *ssa.Call, reply func(types.Type) tri) bool {
	sig := v.Call.Signature().Results()
	for i := range sig.Len() {
		if t := reply(sig.At(i).Type()); t == tNonNil || t != tUnknown && !isError(sig.At(i).Type()) {
			return true
		}
	}
	return false
}

// handsOn reports whether a success takes what was answered, the new end of the
// lease, to somebody out of sight: there it grows old when no other follows.
func (m *Model) handsOn(w *answer, lost map[ssa.Instruction]bool) bool {
	for in := range w.ok {
		v, ok := in.(*ssa.Call)
		if !ok || lost[in] {
			continue
		}
		c := newCall(v)
		if is, _ := logging(c); is || c.fn == nil || c.row() != nil || !containsDot(pkgPath(c.fn)) && !m.sameModule(pkgPath(c.fn)) {
			continue
		}
		for _, a := range c.args {
			if w.taint[a] && !isError(a.Type()) {
				return true
			}
		}
	}
	return false
}
