package lease

import (
	"slices"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"golang.org/x/tools/go/ssa"
)

// rollback reports whether e undoes the function's own fresh acquire because
// the rest of the attempt failed, while no other end of the lock stands on the
// path of success.
func (m *Model) rollback(e, lock *Op) bool {
	if e.Kind != End || lock == nil || lock.fn == nil || e.fn == nil {
		return false
	}
	if outermost(lock.fn) != outermost(e.fn) {
		return false
	}
	if !onErrorPath(e.instr) && !m.closureOnErrorPath(e) && !m.afterFailedAcquire(e) && !m.quorumUndo(e, lock) && !m.lifted(e, lock) {
		return false
	}
	for _, o := range m.eventsOf(e.fn) {
		if o != e && o.Kind == End && o.Key != nil && e.Key != nil && o.instr != e.instr && m.sameKey(o.Key, e.Key) == origin.Strong &&
			!onErrorPath(o.instr) && !m.afterFailedAcquire(o) {
			return false
		}
	}
	return true
}

// afterFailedAcquire reports whether e only runs when another acquire of the
// function did not succeed: two locks or none.
func (m *Model) afterFailedAcquire(e *Op) bool {
	for _, a := range m.eventsOf(e.fn) {
		v, ok := a.instr.(*ssa.Call)
		if !ok || a.Kind != Acquire || a.instr == e.instr || !precedes(v, e.instr) {
			continue // not tried yet when e runs, or when its defer is put down
		}
		reached := false
		assumeSuccess(v).reach(v, func(in ssa.Instruction) bool {
			reached = reached || in == e.instr
			return !reached
		})
		if !reached {
			return true
		}
	}
	return false
}

// precedes reports whether a runs before b on every way to b.
func precedes(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		return before(a, b)
	}
	return a.Block().Dominates(b.Block())
}

// quorumUndo reports whether both stand in loops of one function: what was won
// on some servers is given back when it was too few.
func (m *Model) quorumUndo(e, lock *Op) bool {
	if lock.fn != e.fn || lock.instr == nil {
		return false
	}
	if _, deferred := e.instr.(*ssa.Defer); deferred {
		return false
	}
	in := loopBlocks(e.fn)
	return in[e.instr.Block()] && in[lock.instr.Block()] && !lock.instr.Block().Dominates(e.instr.Block())
}

// lifted reports whether the function keeps the record where all went well, until its
// TTL ends, and removes it where its work came to nothing: a throttle, if nothing
// calls it a lock.
func (m *Model) lifted(e, lock *Op) bool {
	if lock.fn != e.fn || lock.Kind != Acquire {
		return false
	}
	if v, ok := lock.instr.(*ssa.Call); !ok || !precedes(v, e.instr) {
		return false
	}
	k := m.keep(lock)
	if _, ends := k.ends[e.instr]; !ends {
		return false // of another lock
	}
	return slices.ContainsFunc(k.walk.order, func(in ssa.Instruction) bool {
		r, ok := in.(*ssa.Return)
		return ok && !k.fails(r) && k.optional(r)
	})
}

func (m *Model) closureOnErrorPath(e *Op) bool {
	if e.fn.Parent() == nil {
		return false
	}
	for _, use := range closureUses(e.fn.Parent(), e.fn) {
		if onErrorPath(use) {
			return true
		}
	}
	return false
}

// ownFreshRecord reports whether an extension gives a TTL to the record that the
// same function has just taken over: SETNX failed, the deadline in the record has
// passed, GETSET and EXPIRE. The record is its own for now, and what may go wrong
// between the two requests is about the TTL. Where no SETNX stands before it,
// GETSET and EXPIRE are a renewal that overwrites whoever holds the lock.
func (m *Model) ownFreshRecord(e *Op) bool {
	if e.Kind != Extend || e.Depth > 0 || e.Key == nil {
		return false
	}
	acquires := false
	for _, o := range m.eventsOf(e.fn) {
		acquires = acquires || o.Kind == Acquire && o.Store == e.Store && o.Key != nil && m.sameKey(o.Key, e.Key) == origin.Strong
	}
	if !acquires {
		return false
	}
	for _, o := range m.eventsOf(e.fn) {
		v, ok := o.instr.(*ssa.Call)
		if !ok || o == e || o.fn != e.fn || o.Kind != Write || o.Key == nil || o.Store != e.Store || v.Pos() > e.pos ||
			v.Block() != e.instr.Block() && !v.Block().Dominates(e.instr.Block()) {
			continue
		}
		if m.sameKey(o.Key, e.Key) == origin.Strong && !worksBetween(v, e.instr) {
			return true
		}
	}
	return false
}

// worksBetween reports whether the function does anything but look at the reply
// between two requests: time goes by, and the second one is a renewal.
func worksBetween(v *ssa.Call, in ssa.Instruction) bool {
	for b := in.Block(); b != nil; b = b.Idom() {
		for _, x := range b.Instrs {
			if ci, ok := x.(*ssa.Call); ok && x != in && x != ssa.Instruction(v) && (b != v.Block() || x.Pos() > v.Pos()) && (b != in.Block() || x.Pos() < in.Pos()) {
				c := newCall(ci)
				if _, builtin := c.common.Value.(*ssa.Builtin); !builtin && c.row() == nil && !looksOnly(c) {
					return true
				}
			}
		}
		if b == v.Block() {
			return false
		}
	}
	return true
}

// looksOnly reports whether a call reads a reply, makes a key, converts or words
// an error.
func looksOnly(c call) bool {
	if c.fn == nil || c.fn.Pkg() == nil {
		return false
	}
	res := c.fn.Signature().Results()
	if c.static != nil && res.Len() == 1 && isText(res.At(0).Type()) && !isError(res.At(0).Type()) {
		return true
	}
	switch path := c.fn.Pkg().Path(); path {
	case "errors", "fmt", "strconv", "strings":
		return true
	case "time":
		return c.name() != "Sleep"
	default:
		return catalog.Known(path)
	}
}
