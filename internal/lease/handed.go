package lease

import (
	"go/types"
	"strings"

	"github.com/leasevet/leasevet/internal/pattern"
	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
)

// A function that is handed over may be run by the call, or kept and run by
// somebody later. Of a callee whose body is in sight this is known; of others it
// is told by names: retry.Do(f) and eg.Go(f) run it, bus.Subscribe(f) and
// NewServer(handler) keep it.

var (
	keeps     = pattern.New(`^(Register|Subscribe|Handle|On[A-Z]|Listen|Watch[A-Z]|Set[A-Z]|Add|New|Consume|Use$|Schedule|Every|AfterFunc|Cleanup|Bind|Attach|Hook|Option|WithHandler|WithCallback|SetFinalizer)`)
	keptParam = pattern.New(`(?i)(handler|callback|listener|hook|observer|subscriber|consumer|middleware|factory|option)s?$`)
)

// runsHanded reports whether a call is believed to run the function that it is
// handed as the argument.
func (m *Model) runsHanded(ci ssa.CallInstruction, arg ssa.Value) bool {
	com := ci.Common()
	if com.Value == arg {
		return true
	}
	c := newCall(ci)
	if row := c.row(); row != nil {
		return true // the catalogue's clients run it: transactions, pipelines, WATCH
	}
	if c.static != nil && len(c.static.Blocks) > 0 {
		for i, a := range com.Args {
			if a == arg && i < len(c.static.Params) {
				return runsParam(c.static.Params[i], 0)
			}
		}
		return true
	}
	if keeps.MatchString(c.name()) {
		return false
	}
	params := com.Signature().Params()
	for i, a := range c.args {
		if a != arg || i >= params.Len() {
			continue
		}
		p := params.At(i)
		return !keptParam.MatchString(p.Name()) && !keptParam.MatchString(named(p.Type()))
	}
	return true
}

// keptAt reports whether a call is handed a closure only to keep it.
func (m *Model) keptAt(ci ssa.CallInstruction, closure *ssa.Function) bool {
	kept := false
	for _, a := range ci.Common().Args {
		if _, ok := a.Type().Underlying().(*types.Signature); ok && m.funcValue(a, 3) == closure {
			if m.runsHanded(ci, a) {
				return false
			}
			kept = true
		}
	}
	return kept
}

// runsNow reports whether a function runs a closure of its own while it runs itself.
func (m *Model) runsNow(fn, closure *ssa.Function) bool {
	for _, use := range closureUses(fn, closure) {
		if ci, ok := use.(ssa.CallInstruction); ok && !m.keptAt(ci, closure) {
			return true
		}
	}
	return false
}

// runsParam reports whether a function calls its parameter or hands it on, rather
// than only storing or returning it.
func runsParam(p ssa.Value, depth int) bool {
	if depth > 4 || p.Referrers() == nil {
		return depth > 4
	}
	for _, r := range *p.Referrers() {
		switch r := r.(type) {
		case ssa.CallInstruction:
			return true
		case *ssa.Store:
			if a, ok := r.Addr.(*ssa.Alloc); ok && r.Val == p {
				for _, l := range *a.Referrers() {
					switch l := l.(type) {
					case *ssa.UnOp:
						if runsParam(l, depth+1) {
							return true
						}
					case *ssa.MakeClosure:
						if runsInside(l, a, depth) {
							return true
						}
					}
				}
			}
		case *ssa.MakeClosure:
			if runsInside(r, p, depth) {
				return true
			}
		case *ssa.ChangeType:
			if runsParam(r, depth+1) {
				return true
			}
		case *ssa.Phi:
			if runsParam(r, depth+1) {
				return true
			}
		case *ssa.UnOp:
			if runsParam(r, depth+1) {
				return true
			}
		}
	}
	return false
}

// runsInside reports whether a closure that captures the value runs it, and is not
// itself only kept.
func runsInside(mc *ssa.MakeClosure, v ssa.Value, depth int) bool {
	f, ok := mc.Fn.(*ssa.Function)
	if !ok || strings.HasPrefix(f.Synthetic, "bound") {
		return false
	}
	if mc.Referrers() != nil {
		kept := true
		for _, r := range *mc.Referrers() {
			switch r.(type) {
			case *ssa.Return, *ssa.Store, *ssa.DebugRef:
			default:
				kept = false
			}
		}
		if kept {
			return false
		}
	}
	fv := origin.Captured(mc, v)
	return fv != nil && runsParam(fv, depth+1)
}

// handed are the named functions and bound methods that a call is handed and runs:
// eg.Go(s.flush). Function literals are followed as closures.
func (m *Model) handed(c call) []*ssa.Function {
	if c.static != nil && len(c.static.Blocks) > 0 {
		return nil // known by its own body where it matters: WithLock(ctx, s.flush)
	}
	var out []*ssa.Function
	for _, a := range c.common.Args {
		if _, ok := a.Type().Underlying().(*types.Signature); !ok {
			continue
		}
		if f := m.funcValue(a, 3); f != nil && f.Parent() == nil && len(f.Blocks) > 0 && m.runsHanded(c.instr, a) {
			out = append(out, f)
		}
	}
	return out
}
