// Package origin says where a value comes from: a constant, a format with its
// parts, a field of the receiver, a parameter, the result of a call, a context
// root. Values can be compared and printed, and those of one function can be
// rewritten into the terms of its caller.
package origin

import (
	"go/types"
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
	Kind  Kind     `json:",omitzero"`
	Text  string   `json:",omitzero"`
	Type  string   `json:",omitzero"`
	Verb  string   `json:",omitzero"` // the Sprintf verb a part stands for, for printing
	Index int      `json:",omitzero"`
	Parts []*Value `json:",omitzero"`

	size  int           // how many values it is made of; 0: not counted yet
	fn    *ssa.Function // the function that a Param belongs to; nil in facts
	ssa   ssa.Value     // how it was made, in this package; its identity unless moved
	v     *types.Var    // the struct field of a Field
	moved bool          // came out of a call: each call may make another one
	at    ssa.Value     // the identity of a moved value: the call
}

// ident is the SSA value that the value is the same as, nil if there is none.
func (v *Value) ident() ssa.Value {
	if v.at != nil || v.moved {
		return v.at
	}
	return v.ssa
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

// IsConst reports whether the value is a constant.
func (v *Value) IsConst() bool { return v != nil && v.Kind == Const }

func text(s string) *Value { return &Value{Kind: Const, Text: s, Type: "string"} }

// asText is v as it reads in a text.
func asText(v *Value) *Value {
	if v.Kind == Const && v.Type != "string" && v.Type != "nil" {
		return text(v.Text)
	}
	return v
}

var unknown = &Value{Kind: Unknown, size: 1}

// NewFormat joins pieces into a Format, flattening nested ones and merging
// neighbouring literals; a format of literals only is a Const.
func NewFormat(parts ...*Value) *Value {
	var flat []*Value
	full := false
	var add func(p *Value)
	add = func(p *Value) {
		last := len(flat) - 1
		switch {
		case p == nil:
			add(unknown)
		case p.Kind == Format:
			for _, q := range p.Parts {
				add(q)
			}
		case full || p.Kind == Const && p.Text == "":
		case p.Kind == Const && last >= 0 && flat[last].Kind == Const && len(flat[last].Text)+len(p.Text) <= maxText:
			flat[last] = text(flat[last].Text + p.Text)
		case len(flat) == maxParts || p.Kind == Const && last >= 0 && flat[last].Kind == Const:
			flat, full = append(flat, unknown), true // a hole stands for what follows
		default:
			flat = append(flat, asText(p))
		}
	}
	for _, p := range parts {
		add(p)
	}
	switch len(flat) {
	case 0:
		return text("")
	case 1:
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
