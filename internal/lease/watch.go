package lease

import (
	"strings"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"golang.org/x/tools/go/ssa"
)

// watchedByCommand reports whether the function sent WATCH for the key and MULTI
// as raw commands, and read the key in between.
func (m *Model) watchedByCommand(e *Op) bool {
	if e.Store != catalog.Redis || e.Depth > 0 || !m.readBefore(e) {
		return false
	}
	watch, multi := false, false
	calls(e.fn, func(c call) bool {
		row := c.row()
		if row == nil || row.Role != catalog.Command {
			return true
		}
		for _, words := range m.commands(c, row) {
			if len(words) == 0 || words[0] == nil {
				continue
			}
			switch strings.ToUpper(words[0].Text) {
			case "WATCH":
				watch = watch || len(words) > 1 && words[1] != nil && m.sameKey(words[1], e.Key) == origin.Strong
			case "MULTI":
				multi = true
			}
		}
		return true
	})
	return watch && multi
}

// watchGuard marks deletes and writes that go through a MULTI on a watched
// connection: EXEC refuses them when the key has changed.
func (m *Model) watchGuard(c call, ops []*Op) {
	if len(ops) == 0 || c.recv == nil {
		return
	}
	watch := m.inWatchedMulti(c.recv, c.instr.Parent())
	if watch == nil {
		return
	}
	for _, o := range ops {
		if !m.watches(watch, o) {
			continue // WATCH of another key says nothing of this one
		}
		o.watch = watch // whether it looks at the owner is settled when all reads are known
		if o.Kind == Write || o.Kind == End {
			o.Guard = Conditional
		}
	}
}

// settleWatches decides which operations of a watched MULTI compare the owner:
// those whose function read the record.
func (m *Model) settleWatches() {
	for _, fn := range m.fns {
		for _, o := range m.events[fn] {
			w := o
			if o.site != nil {
				w = o.site
			}
			if w.watch != nil && m.readIn(w.watch, w) {
				o.Compares, w.Compares = true, true
			}
		}
	}
}

// inWatchedMulti returns the function that runs under WATCH around a command
// that is queued on its MULTI, nil when the command is not.
func (m *Model) inWatchedMulti(recv ssa.Value, fn *ssa.Function) *ssa.Function {
	if ctor := m.madeBy(recv, 0); ctor != nil {
		c := newCall(ctor)
		if row := c.row(); row != nil && row.Role == catalog.Pipe && row.Atomic && isTxClient(c.recv) {
			return fn
		}
		return nil
	}
	// The pipeline is the parameter of a closure given to TxPipelined.
	p, ok := recv.(*ssa.Parameter)
	if !ok || fn.Parent() == nil || p.Parent() != fn {
		return nil
	}
	for _, use := range closureUses(fn.Parent(), fn) {
		ci, ok := use.(ssa.CallInstruction)
		if !ok {
			continue
		}
		c := newCall(ci)
		if row := c.row(); row != nil && row.Role == catalog.Pipe && row.Atomic && isTxClient(c.recv) {
			return fn.Parent()
		}
	}
	return nil
}

// watches reports whether the WATCH around fn names the key of o; one that is
// not in sight is believed.
func (m *Model) watches(fn *ssa.Function, o *Op) bool {
	if fn.Parent() == nil || o.Key == nil {
		return true
	}
	for _, use := range closureUses(fn.Parent(), fn) {
		ci, ok := use.(ssa.CallInstruction)
		if !ok {
			continue
		}
		c := newCall(ci)
		row := c.row()
		if row == nil || row.Role != catalog.Watch {
			continue
		}
		for _, k := range m.keys(c, row) {
			if k == nil || k.Kind == origin.Unknown || m.sameKey(k, o.Key) != origin.Different {
				return true
			}
		}
		return false
	}
	return true
}

// readIn reports whether a function, or one that it calls, reads the key of o:
// WATCH without a look at the owner compares nothing.
func (m *Model) readIn(fn *ssa.Function, o *Op) bool {
	for _, e := range m.eventsOf(fn) {
		if e.Kind == Read && e.Key != nil && o.Key != nil && m.sameKey(e.Key, o.Key) != origin.Different {
			return true
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
