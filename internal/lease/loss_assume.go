package lease

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/leasevet/leasevet/internal/origin"
)

// failed is what the results of a request say that could not be made.
func failed(t types.Type) tri {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return tFalse
		case u.Info()&types.IsInteger != 0:
			return tZero
		}
	case *types.Interface:
		if isError(t) {
			return tNonNil
		}
	}
	return tUnknown
}

// refused is what the results of a request say that was made and answered no:
// the record is gone, or somebody else's.
func refused(t types.Type) tri {
	switch t.Underlying().(type) {
	case *types.Interface:
		if isError(t) {
			return tNil
		}
	case *types.Pointer:
		return tNil // Consul's Renew: a nil entry with a nil error
	case *types.Basic:
		return failed(t)
	}
	return tUnknown
}

// assumeLoss assumes that a renewal does not succeed while its holder is still
// at work: the caller's context is not done and nobody has asked it to stop, so
// that the ways out which belong to a stop are not taken.
func (m *Model) assumeLoss(c *ssa.Call, reply func(types.Type) tri) *assumption {
	a := assumeSuccess(c)
	a.reply = reply
	a.given = func(v ssa.Value) tri {
		switch v := v.(type) {
		case *ssa.Call:
			k := newCall(v)
			switch {
			case (k.name() == "Err" || k.name() == "Cause") && len(k.operands()) == 1 && origin.IsContext(k.operands()[0].Type()):
				return tNil
			case stopError(k):
				return tFalse
			}
		case *ssa.BinOp:
			return m.stopCase(v)
		}
		return tUnknown
	}
	return a
}

// operands are the receiver and the arguments of a call.
func (c call) operands() []ssa.Value { return append(recvArgs(c), c.args...) }

// stopError reports whether a call asks whether an error is that of a context
// that is done: errors.Is(err, context.Canceled).
func stopError(c call) bool {
	if c.name() == "Is" && pkgPath(c.fn) == "errors" && len(c.args) == 2 {
		if u, ok := c.args[1].(*ssa.UnOp); ok {
			if g, ok := u.X.(*ssa.Global); ok && g.Pkg != nil && g.Pkg.Pkg.Path() == "context" {
				return true
			}
		}
		return false
	}
	n := strings.ToLower(c.name())
	return len(c.args) == 1 && isError(c.args[0].Type()) && (strings.Contains(n, "context") || strings.Contains(n, "cancel"))
}

// stopCase settles the comparisons that pick the case of a select: of the cases
// that receive, only that of a clock is taken. It also settles the comparison of
// an error with context.Canceled.
func (m *Model) stopCase(b *ssa.BinOp) tri {
	if b.Op != token.EQL {
		return tUnknown
	}
	e, ok := b.X.(*ssa.Extract)
	if !ok || e.Index != 0 {
		if u, ok := b.Y.(*ssa.UnOp); ok {
			if g, ok := u.X.(*ssa.Global); ok && isError(u.Type()) && g.Pkg != nil && g.Pkg.Pkg.Path() == "context" {
				return tFalse
			}
		}
		return tUnknown
	}
	sel, ok := e.Tuple.(*ssa.Select)
	if !ok {
		return tUnknown
	}
	n, ok := constInt(b.Y)
	if !ok || n < 0 || int(n) >= len(sel.States) {
		return tUnknown
	}
	st := sel.States[n]
	if st.Dir == types.RecvOnly && !clock(m.of(st.Chan)) && clocked(m, sel) {
		return tFalse
	}
	return tUnknown
}

// clocked reports whether a select has a way on that no stop opens: a clock, a
// default or a send.
func clocked(m *Model, sel *ssa.Select) bool {
	if !sel.Blocking {
		return true
	}
	for _, st := range sel.States {
		if st.Dir != types.RecvOnly || clock(m.of(st.Chan)) {
			return true
		}
	}
	return false
}
