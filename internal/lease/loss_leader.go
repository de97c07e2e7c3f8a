package lease

import (
	"go/types"
	"iter"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
)

// Kubernetes' leader election tells of the loss twice: it cancels the context of
// OnStartedLeading, and it calls OnStoppedLeading.

// deafLeaders lists the callbacks of a function that drop the leading context
// while OnStoppedLeading neither ends the process nor the work.
func (m *Model) deafLeaders(fn *ssa.Function) []*Loss {
	var out []*Loss
	for st, callbacks := range setCallbacks(fn, "OnStartedLeading") {
		f := m.functionOf(st.Val)
		if f == nil || !m.dropsContext(f) || m.stopsLeading(fn, callbacks) || m.leadsToEnd(fn) {
			continue
		}
		pos := f.Pos()
		if f.Parent() == nil {
			pos = st.Pos()
		}
		out = append(out, &Loss{Kind: LeaderContext, Pos: pos, API: "OnStartedLeading"})
	}
	return out
}

// setCallbacks is where a function sets a callback of a leader election, with the
// record of callbacks that it belongs to.
func setCallbacks(fn *ssa.Function, name string) iter.Seq2[*ssa.Store, ssa.Value] {
	return func(yield func(*ssa.Store, ssa.Value) bool) {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				st, ok := in.(*ssa.Store)
				if !ok {
					continue
				}
				if fa, ok := st.Addr.(*ssa.FieldAddr); ok && leaderField(fa, name) && !yield(st, fa.X) {
					return
				}
			}
		}
	}
}

func leaderField(fa *ssa.FieldAddr, name string) bool {
	t := fa.X.Type()
	if fieldNameAt(t, fa.Field) != name {
		return false
	}
	f := catalog.LookupField(t, name)
	return f != nil && f.Role == catalog.Lost
}

// dropsContext reports whether a callback works without looking at its context.
func (m *Model) dropsContext(f *ssa.Function) bool {
	var ctx *ssa.Parameter
	for _, p := range f.Params {
		if types.Unalias(p.Type()).String() == "context.Context" {
			ctx = p
		}
	}
	if ctx == nil || len(f.Blocks) == 0 {
		return false
	}
	for _, r := range *ctx.Referrers() {
		if _, ok := r.(*ssa.DebugRef); !ok {
			return false
		}
	}
	works := false
	calls(f, func(c call) bool {
		if is, _ := logging(c); !is {
			works = works || c.fn == nil || containsDot(pkgPath(c.fn)) || m.sameModule(pkgPath(c.fn))
		}
		return !works
	})
	return works
}

// stopsLeading reports whether the OnStoppedLeading beside a callback tells
// somebody, or cannot be seen.
func (m *Model) stopsLeading(fn *ssa.Function, callbacks ssa.Value) bool {
	for st, of := range setCallbacks(fn, "OnStoppedLeading") {
		if of == callbacks {
			f := m.functionOf(st.Val)
			return f == nil || len(f.Blocks) == 0 || m.newTeller().body(f) == tells
		}
	}
	_, local := callbacks.(*ssa.Alloc)
	_, part := callbacks.(*ssa.FieldAddr)
	return !local && !part
}

// leadsToEnd reports whether the process, or the caller, ends when the election
// has returned: the function goes on to exit, or returns an error, or is the
// program's own.
func (m *Model) leadsToEnd(fn *ssa.Function) bool {
	end := false
	calls(fn, func(c call) bool {
		row := c.row()
		if row == nil || row.Role != catalog.InTx || row.Link != "leader" {
			return true
		}
		v := c.value()
		if v == nil || loopBlocks(fn)[v.Block()] {
			return true
		}
		if returnsError(fn) || outermost(fn).Pkg.Pkg.Name() == "main" {
			end = true
			return false
		}
		t := m.newTeller(fn)
		assumeSuccess(nil).reach(v, func(in ssa.Instruction) bool {
			end = end || t.of(in) == tells
			return !end
		})
		return !end
	})
	return end
}
