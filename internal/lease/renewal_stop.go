package lease

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
)

// waits reports whether a loop waits in its rounds: receives, selects, sleeps,
// or calls something that does. in is nil for a whole function.
func (m *Model) waits(fn *ssa.Function, in map[*ssa.BasicBlock]bool, depth int) bool {
	for _, b := range fn.Blocks {
		if in != nil && !in[b] {
			continue
		}
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Select:
				if instr.Blocking { // one with a default only looks
					return true
				}
			case *ssa.UnOp:
				if instr.Op == token.ARROW {
					return true
				}
			case *ssa.Call:
				c := newCall(instr)
				if waitName(c.name()) {
					return true
				}
				if c.static != nil && len(c.static.Blocks) > 0 && depth < 2 && m.waits(c.static, nil, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

// waitName speaks of a pause, for clocks and timers that are handed in.
func waitName(n string) bool {
	n = strings.ToLower(n)
	return strings.Contains(n, "sleep") || strings.Contains(n, "wait") || strings.Contains(n, "after") || strings.Contains(n, "tick") || strings.Contains(n, "backoff")
}

// loopStops collects what ends a renewal loop.
func (m *Model) loopStops(fn *ssa.Function, inLoop map[*ssa.BasicBlock]bool, whole bool, loop *Loop) {
	var ended bool
	loop.stuck, ended = m.stuckOn(fn, inLoop)
	loop.Escapes = loop.Escapes || ended
	for _, b := range fn.Blocks {
		if !inLoop[b] && !whole {
			continue
		}
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Select:
				for _, st := range in.States {
					if st.Dir == types.RecvOnly {
						m.addStop(loop, st.Chan)
					}
				}
			case *ssa.UnOp:
				if in.Op == token.ARROW {
					m.addStop(loop, in.X)
				}
			case *ssa.If:
				m.condStop(loop, in, inLoop)
			}
		}
	}
}

// condStop: an If that leaves the loop on ctx.Err(), a flag, a counter.
func (m *Model) condStop(loop *Loop, br *ssa.If, inLoop map[*ssa.BasicBlock]bool) {
	leaves := false
	for _, s := range br.Block().Succs {
		if !inLoop[s] {
			leaves = true
		}
	}
	var look func(v ssa.Value, depth int)
	look = func(v ssa.Value, depth int) {
		if depth > 5 || v == nil {
			return
		}
		switch v := v.(type) {
		case *ssa.BinOp:
			if u, ok := v.X.(*ssa.UnOp); ok && leaves && isNilCompare(v) && !isError(u.Type()) {
				if fa, field := u.X.(*ssa.FieldAddr); field && (loop.stuck == nil || origin.FieldVar(fa.X.Type(), fa.Field) != loop.stuck) {
					loop.Escapes = true // l.tick == nil: the release takes away what the loop needs
				}
			}
			look(v.X, depth+1)
			look(v.Y, depth+1)
			if leaves {
				switch v.Op {
				case token.LSS, token.LEQ, token.GTR, token.GEQ:
					if _, isC := v.Y.(*ssa.Const); !isC || isInt(v.X.Type()) && !m.fromRenewal(v.X) {
						loop.Escapes = true // a counter or deadline
					}
				}
			}
		case *ssa.UnOp:
			if v.Op == token.MUL {
				if leaves && flagLoad(v) {
					loop.Escapes = true
				}
				return
			}
			if v.Op != token.ARROW { // a closed channel is a stop, see addStop
				look(v.X, depth+1)
			}
		case *ssa.Phi:
			for _, e := range v.Edges {
				look(e, depth+2)
			}
		case *ssa.Extract:
			look(v.Tuple, depth+1)
		case *ssa.Lookup:
			if leaves {
				loop.Escapes = true // a map entry whose vanishing ends the loop
			}
		case *ssa.Call:
			c := newCall(v)
			switch {
			case c.name() == "Err" && c.recv != nil && origin.IsContext(c.recv.Type()):
				loop.Stops = append(loop.Stops, m.of(c.recv))
			case len(m.callOp[v]) > 0:
				loop.Fails = true
			case leaves && !isErrorPredicate(c):
				if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Info()&(types.IsBoolean|types.IsInteger) != 0 {
					if row := c.row(); row == nil {
						loop.Escapes = true // IsClosed(), atomic.Load: a flag that somebody sets
					}
				}
				for _, a := range c.args {
					look(a, depth+1)
				}
			}
		case *ssa.Parameter:
			if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 && leaves {
				loop.Escapes = true
			}
		}
	}
	look(br.Cond, 0)
}

func isErrorPredicate(c call) bool {
	return pkgPath(c.fn) == "errors" || strings.HasPrefix(c.name(), "Is") && len(c.args) == 1 && isError(c.args[0].Type())
}

func isInt(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// fromRenewal reports whether a count is the reply of a renewal request.
func (m *Model) fromRenewal(v ssa.Value) bool {
	for depth := 0; depth < 8; depth++ {
		switch x := v.(type) {
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.Call:
			if len(m.callOp[x]) > 0 {
				return true
			}
			c := newCall(x)
			if c.recv != nil {
				v = c.recv
				continue
			}
			if len(c.args) > 0 {
				v = c.args[0]
				continue
			}
			return false
		case *ssa.TypeAssert:
			v = x.X
		case *ssa.Phi:
			return true
		default:
			return false
		}
	}
	return false
}

// flagLoad: the condition is a bool kept outside the loop's own frame.
func flagLoad(u *ssa.UnOp) bool {
	b, ok := u.Type().Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsBoolean == 0 {
		return false
	}
	switch u.X.(type) {
	case *ssa.FieldAddr, *ssa.Global, *ssa.FreeVar, *ssa.Alloc:
		return true
	}
	return false
}

// addStop adds a channel that a loop receives from, unless it is its clock.
func (m *Model) addStop(loop *Loop, ch ssa.Value) {
	o := m.of(ch)
	if clock(o) || ticks(ch) {
		return
	}
	loop.Stops = append(loop.Stops, stopOf(o))
}

// ticks reports whether a channel brings times, wherever it comes from: nobody
// says stop by a time.
func ticks(ch ssa.Value) bool {
	c, ok := ch.Type().Underlying().(*types.Chan)
	return ok && types.TypeString(c.Elem(), nil) == "time.Time"
}

// clock reports whether a channel is a ticker's or timer's.
func clock(o *origin.Value) bool {
	switch o.Kind {
	case origin.Field:
		return o.Text == "C" && (strings.HasPrefix(o.Type, "time.") || strings.Contains(strings.ToLower(o.Type), "ticker") || strings.Contains(strings.ToLower(o.Type), "timer"))
	case origin.Call:
		return strings.HasPrefix(o.Text, "time.") || strings.HasSuffix(o.Text, ".Chan") || strings.HasSuffix(o.Text, ".After") || strings.HasSuffix(o.Text, ".C")
	case origin.Choice:
		for _, p := range o.Parts {
			if clock(p) {
				return true
			}
		}
	}
	return false
}
