package lease

import (
	"sort"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
)

// ReturnedHeld is a pinned connection that goes back to its pool with a session
// lock still on it.
type ReturnedHeld struct {
	Lock *Op
	At   ssa.Instruction // the Close or Release
}

// ReturnedHeld lists the connections of the package that are returned so, in
// source order. A connection that is returned to a caller, kept, or handed to code
// that may unlock it is that code's business.
func (m *Model) ReturnedHeld() []ReturnedHeld {
	var out []ReturnedHeld
	for _, fn := range m.fns {
		for _, o := range m.direct[fn] {
			if !o.Session || o.Kind != Acquire || xactLock(o.API) || o.conn == nil || m.connection(o.conn) != catalog.ConnHandle {
				continue
			}
			if pin := m.madeBy(o.conn, 0); pin != nil && pin.Parent() == fn {
				if at := m.returnedHeld(fn, o, pin); at != nil {
					out = append(out, ReturnedHeld{o, at})
				}
			}
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].At.Pos() < out[j].At.Pos() })
	return out
}

// returnedHeld finds the statement that gives the connection back while the lock is held.
func (m *Model) returnedHeld(fn *ssa.Function, o *Op, pin *ssa.Call) ssa.Instruction {
	if row := newCall(pin).row(); row == nil || row.Role != catalog.Pin {
		return nil
	}
	if _, ok := o.instr.(*ssa.Call); !ok || len(m.endsBefore(o)) > 0 {
		return nil
	}
	h := &holding{m: m, mine: map[ssa.Value]bool{}}
	for _, r := range newCall(pin).results(0) {
		h.own(r, h.mine)
	}
	var deferred, found ssa.Instruction
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if d, ok := in.(*ssa.Defer); ok && m.unpins(newCall(d), h) {
				deferred = d
			}
		}
	}
	m.reply(o, granted).explore(o.instr, func(in ssa.Instruction) bool {
		if found != nil {
			return true
		}
		switch in := in.(type) {
		case *ssa.Return:
			if deferred != nil && !h.settles(in) {
				found = deferred
			}
			return true
		case ssa.CallInstruction:
			c := newCall(in)
			if _, isCall := in.(*ssa.Call); isCall && m.unpins(c, h) {
				found = in
				return true
			}
			if m.unpins(c, h) {
				return false // deferred
			}
			_, ends := m.endingAt(in, o)
			return ends || m.endsAnySession(in) || m.takenAway(c, h)
		}
		return h.settles(in)
	})
	return found
}

// unpins reports whether a call gives the connection back to its pool.
func (m *Model) unpins(c call, h *holding) bool {
	row := c.row()
	if row == nil || row.Role != catalog.Unpin {
		return false
	}
	if c.recv != nil && h.has(c.recv) {
		return true
	}
	for _, a := range c.args {
		if h.has(a) {
			return true
		}
	}
	return false
}

// endsAnySession reports whether a call ends some session lock, through whatever
// handle: which one it reaches is said at that statement.
func (m *Model) endsAnySession(ci ssa.CallInstruction) bool {
	for _, e := range m.callOp[ci] {
		if e.Kind == End && e.Session {
			return true
		}
	}
	return false
}

// takenAway reports whether a call may end the lock or the session itself: code
// that gets the connection, Raw, Hijack, the connection below.
func (m *Model) takenAway(c call, h *holding) bool {
	if c.recv != nil && h.has(c.recv) {
		switch c.name() {
		case "Raw", "Hijack", "Conn", "PgConn":
			return true
		}
	}
	for _, a := range c.args {
		if h.has(a) && c.row() == nil {
			return true
		}
	}
	return false
}
