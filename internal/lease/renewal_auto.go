package lease

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
)

// autoLoop is the renewal that a library runs by itself from an operation on.
func (m *Model) autoLoop(o *Op, isGo bool) *Loop {
	if !o.Direct() || o.row == nil {
		return nil
	}
	l := &Loop{API: o.API, Key: o.Key, Library: true}
	switch {
	case o.Kind == Acquire && o.row.Result("lctx") >= 0:
		// The library renews for as long as the context that the acquire got;
		// the cancel function that it returns ends it too.
		l.Released = true
	case o.Kind != AutoRenew || o.Stop != nil && !isGo:
		return nil
	case o.Stop != nil:
		return blockingRenewal(m, o)
	case o.row.Lib.Store == catalog.Etcd && o.call.name() == "NewSession":
		l.Released, l.Handle, l.Closer = true, 1, "Session.Close"
		m.sessionStops(l, o.call)
		return l // without WithContext it lives on the client's own context
	case o.Handle != nil && o.Ctx == nil:
		// A watcher without a context: it runs until its Stop, and blocks the
		// frame that calls it without go.
		l.Escapes = m.handleStopped(o.call.recv)
		if !isGo {
			return nil
		}
	default:
		l.Released = m.released(o)
	}
	if o.Ctx != nil {
		l.Stops = append(l.Stops, o.Ctx)
	}
	return l
}

// blockingRenewal is a library call that blocks and renews until a channel is
// closed or the context of its options ends: Consul's RenewPeriodic.
func blockingRenewal(m *Model, o *Op) *Loop {
	l := &Loop{API: o.API, Key: o.Key, Fails: true}
	if !o.Stop.IsConst() {
		l.Stops = append(l.Stops, stopOf(o.Stop))
	}
	if o.row == nil {
		return l
	}
	if v := o.call.arg(o.row, "opts"); v != nil {
		switch opts := m.of(v); {
		case opts.Kind == origin.Call && strings.HasSuffix(opts.Text, ".WithContext") && len(opts.Parts) == 2:
			l.Stops = append(l.Stops, opts.Parts[1])
		case opts.Kind != origin.Const && opts.Kind != origin.Fresh:
			l.Escapes = true // options made elsewhere may carry a context
		}
	}
	return l
}

// sessionStops adds the context that the options of a session give. Options that
// the function was handed may have one: whoever gave them knows.
func (m *Model) sessionStops(l *Loop, c call) {
	for _, a := range c.args {
		if _, isSlice := a.Type().Underlying().(*types.Slice); !isSlice {
			continue
		}
		ctx, known := m.optionContext(a)
		if ctx != nil {
			l.Stops = append(l.Stops, ctx)
		} else if !known {
			l.Stops = append(l.Stops, &origin.Value{Kind: origin.Param})
			if o := m.of(a); o.Kind == origin.Param && o.Fn() == c.instr.Parent() {
				l.Opts = o.Index + 1
			}
		}
	}
}

// givenOptions settles at a call the context of a session whose options the
// callee got from it.
func (m *Model) givenOptions(l *Loop, c call) {
	if l.Opts == 0 {
		return
	}
	opts := argAt(c, l.Opts-1)
	if opts == nil {
		return
	}
	if ctx, known := m.optionContext(opts); known {
		l.Stops, l.Opts = nil, 0
		if ctx != nil {
			l.Stops = append(l.Stops, ctx)
		}
	}
}

// optionContext is the context given by WithContext in a list of options, nil
// without one; known is false when the options are not all in sight.
func (m *Model) optionContext(opts ssa.Value) (ctx *origin.Value, known bool) {
	if k, ok := opts.(*ssa.Const); ok && k.Value == nil {
		return nil, true
	}
	el, ok := m.res.Elements(opts)
	for _, e := range el {
		made, isCall := e.(*ssa.Call)
		if !isCall {
			ok = false
			continue
		}
		if c := newCall(made); c.name() == "WithContext" && len(c.args) == 1 {
			ctx = m.of(c.args[0])
		}
	}
	return ctx, ok
}

// released reports whether something may end a keepalive by its lease: a Revoke
// in this package, or whoever else gets to know the lease. A Delete of the key
// is none: the keepalive goes on.
func (m *Model) released(o *Op) bool {
	lease := o.call.arg(o.row, "session")
	if lease == nil {
		return true
	}
	id := m.of(lease)
	for _, fn := range m.fns {
		for _, e := range m.direct[fn] {
			if e.Kind != End || e.row == nil {
				continue
			}
			if v := e.call.arg(e.row, "session"); v != nil && origin.Compare(m.of(v), id) != origin.Different {
				return true
			}
		}
	}
	return id.Kind != origin.Field || m.leaves(id)
}

// leaves reports whether a lease, found in the answer of the request that made
// it, is returned, kept or handed to somebody outside the catalogue.
func (m *Model) leaves(id *origin.Value) bool {
	if len(id.Parts) == 0 || id.Parts[0].SSA() == nil {
		return true
	}
	grant := id.Parts[0].SSA()
	if grant.Referrers() == nil || grant.Parent() == nil {
		return true
	}
	for _, ref := range *grant.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			for _, u := range *ref.Referrers() {
				if load, ok := u.(*ssa.UnOp); !ok || m.valueLeaves(load) {
					return true
				}
			}
		case *ssa.DebugRef:
		default:
			return true
		}
	}
	return false
}

func (m *Model) valueLeaves(v ssa.Value) bool {
	if v.Referrers() == nil {
		return true
	}
	for _, ref := range *v.Referrers() {
		ci, ok := ref.(ssa.CallInstruction)
		if !ok {
			if _, ok := ref.(*ssa.DebugRef); ok {
				continue
			}
			return true
		}
		if newCall(ci).row() == nil {
			return true
		}
	}
	return false
}
