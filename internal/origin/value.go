// Package origin says where a value comes from: a constant, a format with its
// parts, a field of the receiver, a parameter, the result of a call, a context
// root. Values can be compared and printed, and those of one function can be
// rewritten into the terms of its caller.
package origin

import (
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Kind is the kind of a Value.
type Kind uint8

const (
	Unknown Kind = iota
	Const        // Text is the constant: a string's content, or the exact text of another constant
	Format       // Parts are the pieces in order; Const pieces are literal text
	Param        // Index counts the receiver as 0, as go/ssa does; Text is its name
	Field        // Text is the field, Type its owner "pkg.T", Parts[0] the base
	Global       // Text is "pkg.name"
	Call         // Text is the callee, Parts its arguments (receiver first), Index the result
	Elem         // an element of a map, slice or array: Parts[0]
	Choice       // one of Parts
	Fresh        // a value made here that is not known further: allocation, make, receive
	Ctx          // a context; Text is one of the Ctx… roots, Parts[0] the parent if any
	Self         // inside a loop-carried Format: the value of the round before
)

// Roots and derivations of a context (Value.Text of a Ctx).
const (
	CtxBackground    = "context.Background()"
	CtxTODO          = "context.TODO()"
	CtxWithoutCancel = "context.WithoutCancel"
	CtxRequest       = "Request.Context()"
	CtxCancel        = "cancel"  // WithCancel, WithTimeout, …: own end besides the parent's
	CtxDerived       = "derived" // any other function of a context
)

// Value is where a value comes from. Exported fields travel in facts.
type Value struct {
	Kind  Kind
	Text  string
	Type  string
	Verb  string // the Sprintf verb a part stands for, for printing
	Index int
	Parts []*Value

	fn  *ssa.Function // the function that a Param belongs to; nil in facts
	ssa ssa.Value     // identity inside one package
	v   *types.Var    // the struct field of a Field
}

// SSA returns the value that the origin was computed from, or nil for one that
// came from a fact.
func (v *Value) SSA() ssa.Value {
	if v == nil {
		return nil
	}
	return v.ssa
}

// Var returns the struct field of a Field of this package's view, or nil.
func (v *Value) Var() *types.Var {
	if v == nil {
		return nil
	}
	return v.v
}

// Fn returns the function that a Param belongs to, nil in facts.
func (v *Value) Fn() *ssa.Function {
	if v == nil {
		return nil
	}
	return v.fn
}

// IsConst reports whether the value is the constant text s.
func (v *Value) IsConst() bool { return v != nil && v.Kind == Const }

var unknown = &Value{Kind: Unknown}

// String prints the value the way a reader of the source would recognise it: a
// format as its Sprintf text, a field as base.name.
func (v *Value) String() string {
	if v == nil {
		return "?"
	}
	switch v.Kind {
	case Const:
		return strconv.Quote(v.Text)
	case Format:
		var b strings.Builder
		b.WriteByte('"')
		for _, p := range v.Parts {
			switch {
			case p.Kind == Const:
				q := strconv.Quote(p.Text)
				b.WriteString(q[1 : len(q)-1])
			case p.Verb != "":
				b.WriteString(p.Verb)
			default:
				b.WriteString("{" + strings.Trim(p.String(), `"`) + "}")
			}
		}
		b.WriteByte('"')
		return b.String()
	case Field:
		if len(v.Parts) > 0 && v.Parts[0].Kind != Unknown && v.Parts[0].Kind != Fresh {
			return v.Parts[0].String() + "." + v.Text
		}
		if i := strings.LastIndexByte(v.Type, '.'); i >= 0 {
			return v.Type[i+1:] + "." + v.Text
		}
		return v.Text
	case Param:
		return v.Text
	case Global:
		return v.Text[strings.LastIndexAny(v.Text, "./")+1:]
	case Call:
		return v.Text[strings.LastIndexAny(v.Text, "./")+1:] + "(…)"
	case Elem:
		return v.Parts[0].String() + "[…]"
	case Choice:
		return v.Parts[0].String()
	case Ctx:
		if v.Text == CtxCancel || v.Text == CtxDerived {
			return v.Parts[0].String()
		}
		if v.Text == CtxWithoutCancel {
			return "context.WithoutCancel(" + v.Parts[0].String() + ")"
		}
		return v.Text
	}
	return "?"
}

// maxDepth bounds how deep a Value nests, maxParts how wide it is.
const (
	maxDepth = 10
	maxParts = 64
)

// Substitute rewrites a value of callee's terms: each Param that belongs to
// callee (or comes from a fact) is replaced by arg(index); nil keeps it.
func Substitute(v *Value, callee *ssa.Function, arg func(i int) *Value) *Value {
	return substitute(v, callee, arg, 0)
}

func substitute(v *Value, callee *ssa.Function, arg func(i int) *Value, depth int) *Value {
	if v == nil || depth > maxDepth {
		return unknown
	}
	if v.Kind == Param && (v.fn == callee || v.fn == nil) {
		if a := arg(v.Index); a != nil {
			if v.Verb != "" && a.Verb == "" {
				c := *a
				c.Verb = v.Verb
				return &c
			}
			return a
		}
		return v
	}
	if len(v.Parts) == 0 {
		return v
	}
	parts, changed := make([]*Value, len(v.Parts)), false
	for i, p := range v.Parts {
		parts[i] = substitute(p, callee, arg, depth+1)
		changed = changed || parts[i] != p
	}
	if !changed {
		return v
	}
	c := *v
	c.Parts = parts
	if v.Kind == Format {
		f := NewFormat(parts...)
		if f.Kind == Format {
			f.Verb = v.Verb
		}
		return f
	}
	return &c
}

// NewFormat joins pieces into a Format, flattening nested ones and merging
// neighbouring literals; a format of literals only is a Const.
func NewFormat(parts ...*Value) *Value {
	var flat []*Value
	var add func(p *Value)
	add = func(p *Value) {
		switch {
		case p == nil:
			add(unknown)
		case p.Kind == Format:
			for _, q := range p.Parts {
				add(q)
			}
		case p.Kind == Const && len(flat) > 0 && flat[len(flat)-1].Kind == Const:
			flat[len(flat)-1] = &Value{Kind: Const, Text: flat[len(flat)-1].Text + p.Text}
		case p.Kind == Const && p.Text == "":
		case len(flat) < maxParts:
			flat = append(flat, p)
		}
	}
	for _, p := range parts {
		add(p)
	}
	switch {
	case len(flat) == 0:
		return &Value{Kind: Const}
	case len(flat) == 1 && flat[0].Kind == Const:
		return flat[0]
	case len(flat) == 1:
		return flat[0]
	}
	return &Value{Kind: Format, Parts: flat}
}

// TextOf returns the text of a constant or format, with hole in place of each
// part that is not known. ok is false when nothing of the text is known.
func TextOf(v *Value, hole string) (text string, complete, ok bool) {
	if v == nil {
		return "", false, false
	}
	switch v.Kind {
	case Const:
		return v.Text, true, true
	case Format:
		var b strings.Builder
		complete = true
		for _, p := range v.Parts {
			switch p.Kind {
			case Const:
				b.WriteString(p.Text)
				ok = true
			default:
				if t, c, k := TextOf(p, hole); k {
					b.WriteString(t)
					complete, ok = complete && c, true
				} else {
					b.WriteString(hole)
					complete = false
				}
			}
		}
		return b.String(), complete, ok
	case Choice:
		for _, p := range v.Parts {
			if t, _, k := TextOf(p, hole); k {
				return t, false, true
			}
		}
	}
	return "", false, false
}

// Walk calls f for v and every part, until f returns false.
func Walk(v *Value, f func(*Value) bool) bool { return walk(v, f, 0) }

func walk(v *Value, f func(*Value) bool, depth int) bool {
	if v == nil || depth > maxDepth+2 {
		return true
	}
	if !f(v) {
		return false
	}
	for _, p := range v.Parts {
		if !walk(p, f, depth+1) {
			return false
		}
	}
	return true
}
