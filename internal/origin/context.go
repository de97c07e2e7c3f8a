package origin

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// contextCall is the origin of a context made by a call: a root, or derived
// from the context among the arguments.
func (r *Resolver) contextCall(call *ssa.Call, i, depth int) *Value {
	c := call.Common()
	res := c.Signature().Results()
	if i >= res.Len() || !IsContext(res.At(i).Type()) {
		return nil
	}
	name := CalleeName(c)
	switch name {
	case "context.Background":
		return &Value{Kind: Ctx, Text: CtxBackground}
	case "context.TODO":
		return &Value{Kind: Ctx, Text: CtxTODO}
	case "(*net/http.Request).Context":
		return &Value{Kind: Ctx, Text: CtxRequest, Parts: []*Value{r.of(c.Args[0], depth)}}
	case "context.WithoutCancel":
		return &Value{Kind: Ctx, Text: CtxWithoutCancel, Parts: []*Value{r.of(c.Args[0], depth)}}
	}
	var parent ssa.Value
	for _, a := range c.Args {
		if IsContext(a.Type()) {
			parent = a
			break
		}
	}
	if parent == nil && c.IsInvoke() && IsContext(c.Value.Type()) {
		parent = c.Value
	}
	if parent == nil {
		if f := c.StaticCallee(); f != nil {
			if v := r.inline(f, c, i, depth); v != nil {
				return v
			}
		}
		return nil
	}
	text := CtxDerived
	switch name {
	case "context.WithCancel", "context.WithTimeout", "context.WithDeadline", "context.WithCancelCause",
		"context.WithTimeoutCause", "context.WithDeadlineCause", "os/signal.NotifyContext",
		"golang.org/x/sync/errgroup.WithContext":
		text = CtxCancel
	default:
		// An in-house helper may detach: look inside first.
		f := c.StaticCallee()
		if f != nil {
			if v := r.inline(f, c, i, depth); v != nil && v.Kind == Ctx {
				return v
			}
		}
		if v := r.imported(c, f, i, depth); v != nil && v.Kind == Ctx {
			return v
		}
	}
	return &Value{Kind: Ctx, Text: text, Type: name, Parts: []*Value{r.of(parent, depth)}}
}

// IsContext reports whether t is context.Context.
func IsContext(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}

// Root follows a context to what it was derived from. detached is true when a
// WithoutCancel, Background or TODO stands on the way.
func Root(v *Value) (root *Value, detached bool) {
	for n := 0; v != nil && n < 20; n++ {
		if v.Kind != Ctx {
			return v, false
		}
		switch v.Text {
		case CtxBackground, CtxTODO, CtxWithoutCancel:
			return v, true
		case CtxRequest:
			return v, false
		}
		if v.part() == nil {
			return v, false
		}
		v = v.part()
	}
	return v, false
}
