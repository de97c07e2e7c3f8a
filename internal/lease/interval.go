package lease

import (
	"go/token"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// Interval is a renewal that comes too seldom for the TTL that it gives.
type Interval struct {
	// Pos is the ticker, timer or sleep, Renewal the request.
	Pos     token.Pos
	Renewal *Op
	// Every and TTL are the two spans, 0 where only their ratio is known.
	Every, TTL time.Duration
	// Late is true when the lease ends before the next renewal; otherwise one
	// failed attempt is enough.
	Late bool
}

// Intervals lists the renewal loops of the package whose pause leaves the lease
// no room, in source order.
func (m *Model) Intervals() []Interval {
	var out []Interval
	at := map[token.Pos]bool{}
	for _, fn := range m.fns {
		in := loopBlocks(fn)
		if len(in) == 0 {
			continue
		}
		calls(fn, func(c call) bool {
			if _, isGo := c.instr.(*ssa.Go); isGo || !in[c.instr.Block()] || !repeats(c) {
				return true
			}
			for _, o := range m.callOp[c.instr] {
				if i, ok := m.intervalOf(fn, in, o); ok && !at[i.Pos] {
					at[i.Pos] = true
					out = append(out, i)
					break
				}
			}
			return true
		})
	}
	return out
}

// intervalOf compares the pause of a loop with the TTL of a renewal in it.
func (m *Model) intervalOf(fn *ssa.Function, in map[*ssa.BasicBlock]bool, o *Op) (Interval, bool) {
	if !m.renews(o) && !takesAgain(o) {
		return Interval{}, false
	}
	pause, pos := m.pauseOf(fn, in, o)
	if pause == nil {
		return Interval{}, false
	}
	every := m.lengthOf(pause, catalog.Duration)
	for _, ttl := range m.ttlsOf(o) {
		ratio, ok := m.part(every, ttl)
		if !ok || ratio <= 0.5 {
			continue
		}
		i := Interval{Pos: pos, Renewal: o, Late: ratio >= 1}
		if every.of == nil {
			i.Every, i.TTL = time.Duration(every.num), time.Duration(ttl.num)
		}
		return i, true
	}
	return Interval{}, false
}

// takesAgain reports whether an acquire also extends the holder's own record, as
// an upsert that compares the holder does.
func takesAgain(o *Op) bool {
	return o.Kind == Acquire && o.Store == catalog.SQL && strings.HasPrefix(o.API, "INSERT") && o.Guard != InsertOnly && o.Guard != Unguarded
}

// ttlsOf are the TTLs that a renewal may give: its own, or the one that the
// record was acquired with.
func (m *Model) ttlsOf(o *Op) []length {
	if o.TTL.Origin != nil && !o.TTL.Absent {
		return []length{m.lengthOf(o.TTL.Origin, o.TTL.Unit)}
	}
	if t := m.handleTTL(o); t.Known && t.Dur > 0 {
		return []length{{nil, float64(t.Dur)}}
	}
	if o.Depth > 0 {
		// The request gets the TTL in a way of its own: a column, an interval of
		// the database. The only span of time that the call is given is it.
		if v := m.onlyDuration(o.call); v != nil {
			return []length{m.lengthOf(v, catalog.Duration)}
		}
	}
	return nil
}

// onlyDuration is the only argument of a call that is a time.Duration.
func (m *Model) onlyDuration(c call) *origin.Value {
	var found *origin.Value
	for _, a := range c.args {
		if !durationType(a.Type()) {
			continue
		}
		if found != nil {
			return nil
		}
		found = m.of(a)
	}
	return found
}

// pauseOf is the span that a loop waits before it comes to a renewal, and where
// it is given.
func (m *Model) pauseOf(fn *ssa.Function, in map[*ssa.BasicBlock]bool, o *Op) (*origin.Value, token.Pos) {
	at := o.instr.Block()
	var pause *origin.Value
	var pos token.Pos
	found := 0
	for _, b := range fn.Blocks {
		if !in[b] {
			continue
		}
		for _, instr := range b.Instrs {
			var d ssa.Value
			var from *ssa.Call
			switch x := instr.(type) {
			case *ssa.Select:
				d, from = m.selected(x, at)
			case *ssa.UnOp:
				if x.Op == token.ARROW && b.Dominates(at) {
					d, from = m.timerSpan(x.X)
				}
			case *ssa.Call:
				if c := newCall(x); c.name() == "Sleep" && pkgPath(c.fn) == "time" {
					d, from = c.args[0], x
				}
			}
			if d != nil {
				pause, pos = m.of(d), from.Pos()
				found++
			}
		}
	}
	if found != 1 {
		return nil, token.NoPos // two pauses: which one it is, is not known
	}
	return pause, pos
}

// selected is the span behind the case of a select that leads to a block.
func (m *Model) selected(s *ssa.Select, to *ssa.BasicBlock) (ssa.Value, *ssa.Call) {
	for i, st := range s.States {
		if b := caseBlock(s, i); b != nil && b.Dominates(to) {
			return m.timerSpan(st.Chan)
		}
	}
	// What stands behind the select runs after any of its cases: the only timer
	// among them is the pause.
	if !s.Block().Dominates(to) {
		return nil, nil
	}
	var d ssa.Value
	var from *ssa.Call
	for i, st := range s.States {
		if b := caseBlock(s, i); b == nil || !reaches(b, to, s.Block()) {
			continue
		}
		if x, c := m.timerSpan(st.Chan); x != nil {
			if d != nil {
				return nil, nil
			}
			d, from = x, c
		}
	}
	return d, from
}

// caseBlock is the block that a case of a select begins with. A case without a
// body has none: control goes on to the head of the loop, which leads to all cases.
func caseBlock(s *ssa.Select, i int) *ssa.BasicBlock {
	for _, r := range *s.Referrers() {
		e, ok := r.(*ssa.Extract)
		if !ok || e.Index != 0 {
			continue
		}
		for _, rr := range *e.Referrers() {
			cmp, ok := rr.(*ssa.BinOp)
			if !ok || cmp.Op != token.EQL {
				continue
			}
			if n, isC := constInt(cmp.Y); !isC || n != int64(i) {
				continue
			}
			for _, u := range *cmp.Referrers() {
				if br, isIf := u.(*ssa.If); isIf && len(br.Block().Succs[0].Preds) == 1 {
					return br.Block().Succs[0]
				}
			}
		}
	}
	return nil
}

// reaches reports whether control can go from one block to another without
// passing a third.
func reaches(from, to, without *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{without: true}
	work := []*ssa.BasicBlock{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to {
			return true
		}
		if seen[b] {
			continue
		}
		seen[b] = true
		work = append(work, b.Succs...)
	}
	return false
}

// reachesBlock reports whether control can go on from one block to another, or come
// back to the same one.
func reachesBlock(from, to *ssa.BasicBlock) bool {
	return slices.ContainsFunc(from.Succs, func(s *ssa.BasicBlock) bool { return reaches(s, to, nil) })
}

// resetsTimers reports whether a function changes the span of a timer later.
func resetsTimers(fn *ssa.Function) bool {
	found := false
	for f := outermost(fn); f != nil; f = nil {
		calls(f, func(c call) bool {
			found = found || c.name() == "Reset" && pkgPath(c.fn) == "time"
			return !found
		})
		for _, a := range f.AnonFuncs {
			calls(a, func(c call) bool {
				found = found || c.name() == "Reset" && pkgPath(c.fn) == "time"
				return !found
			})
		}
	}
	return found
}

// timerSpan is the span of the timer or ticker behind a channel.
func (m *Model) timerSpan(ch ssa.Value) (ssa.Value, *ssa.Call) {
	if u, ok := ch.(*ssa.UnOp); ok && u.Op == token.MUL {
		if f, isField := u.X.(*ssa.FieldAddr); isField && ownerPackage(f.X.Type()) == "time" {
			ch = f.X // ticker.C
		}
	}
	ctor := m.madeBy(ch, 0)
	if ctor == nil {
		return nil, nil
	}
	c := newCall(ctor)
	if pkgPath(c.fn) != "time" || len(c.args) != 1 || resetsTimers(ctor.Parent()) {
		return nil, nil
	}
	switch c.name() {
	case "NewTicker", "NewTimer", "Tick", "After":
		return c.args[0], ctor
	}
	return nil, nil
}
