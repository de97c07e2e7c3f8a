package origin

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// maxChoice bounds what a Choice keeps apart; more is as good as not known.
const maxChoice = 6

// choice is one of several values, each once; nil for none.
func choice(alts []*Value) *Value {
	var out []*Value
	for _, a := range alts {
		known := false
		for _, o := range out {
			known = known || equal(o, a, 0)
		}
		if known {
			continue
		}
		if len(out) == maxChoice {
			return unknown
		}
		out = append(out, a)
	}
	switch len(out) {
	case 0:
		return nil
	case 1:
		return out[0]
	}
	if !slices.ContainsFunc(out, func(v *Value) bool { return v.Kind != Unknown }) {
		return unknown
	}
	return &Value{Kind: Choice, Parts: out}
}

// equal reports whether two values are certainly the same one. Results of calls
// and elements are so only by identity.
func equal(a, b *Value, depth int) bool {
	if a == b {
		return true
	}
	if i := a.ident(); i != nil && i == b.ident() {
		return true
	}
	if a.Kind != b.Kind || a.Text != b.Text || a.Index != b.Index || len(a.Parts) != len(b.Parts) || depth > maxDepth {
		return false
	}
	switch a.Kind {
	case Const:
		return true
	case Param:
		return a.fn == b.fn
	case Field:
		if a.Type != b.Type {
			return false
		}
	case Global, Ctx, Format:
	default:
		return false
	}
	for i := range a.Parts {
		if !equal(a.Parts[i], b.Parts[i], depth+1) {
			return false
		}
	}
	return true
}

func (r *Resolver) phi(v *ssa.Phi, depth int) *Value {
	var alts []*Value
	var tail bool
	for _, e := range v.Edges {
		o := r.of(e, depth)
		if o.Kind == Self && o.ssa == v {
			continue
		}
		if o.Kind == Format && len(o.Parts) > 0 && o.Parts[0].Kind == Self && o.Parts[0].ssa == v {
			tail = true // grows in a loop: the initial text and then something
			continue
		}
		alts = append(alts, o)
	}
	c := choice(alts)
	if c == nil {
		return nil
	}
	if c.Kind == Choice && isString(v.Type()) {
		if p := commonPrefix(c.Parts); p != nil {
			return p
		}
	}
	if tail {
		return NewFormat(c, unknown)
	}
	return c
}

// commonPrefix turns texts that go on differently after a common beginning
// into that beginning and a hole: q, or q + " AND x = ?".
func commonPrefix(alts []*Value) *Value {
	short := alts[0]
	for _, a := range alts {
		if a.Kind != Const && a.Kind != Format {
			return nil
		}
		if len(textHead(a)) < len(textHead(short)) {
			short = a
		}
	}
	head := textHead(short)
	if len(head) < 12 {
		return nil
	}
	for _, a := range alts {
		if !strings.HasPrefix(textHead(a), head) {
			return nil
		}
	}
	return NewFormat(short, unknown)
}

func textHead(v *Value) string {
	if v.Kind == Const {
		return v.Text
	}
	if len(v.Parts) > 0 && v.Parts[0].Kind == Const {
		return v.Parts[0].Text
	}
	return ""
}
