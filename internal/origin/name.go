package origin

import (
	"strconv"
	"strings"
)

// Name is how a message names the value: as String, but only with what tells a
// reader something. Unknown parts of a text are "{…}", and a conversion is what
// it converts. The result is ""
// when nothing of the value can be named; the message does without it then.
func (v *Value) Name() string {
	if v == nil {
		return ""
	}
	switch v.Kind {
	case Const:
		if v.Text == "" || v.Type == "nil" {
			return ""
		}
		return strconv.Quote(v.Text)
	case Format:
		return v.formatName()
	case Choice:
		best := ""
		for _, p := range v.Parts {
			if n := p.Name(); best == "" || p.Kind == Format && n != "" {
				best = n // of a prefix and the same one with more, the one with more
			}
		}
		return best
	case Field:
		if n := v.fieldName(); n != v.Text {
			return n
		}
		return "" // a field of nobody knows what
	}
	return v.short()
}

// formatName is the text with its values in braces, "" when it says nothing.
func (v *Value) formatName() string {
	var b strings.Builder
	named, hole := Telling(v), false
	b.WriteByte('"')
	for _, p := range v.Parts {
		if unseen := p.Kind != Const && p.Verb == "" && p.short() == ""; unseen && hole {
			continue
		} else {
			hole = unseen
		}
		switch {
		case p.Kind == Const:
			q := strconv.Quote(p.Text)
			b.WriteString(q[1 : len(q)-1])
		case p.Verb != "":
			named = named || p.short() != ""
			b.WriteString(p.Verb)
		default:
			n := p.short()
			if n == "" {
				n = "…"
			} else {
				named = true
			}
			b.WriteString("{" + n + "}")
		}
	}
	b.WriteByte('"')
	if !named {
		return ""
	}
	return b.String()
}

// short names a value without quotes.
func (v *Value) short() string {
	if v == nil {
		return ""
	}
	switch v.Kind {
	case Const:
		if v.Type == "nil" {
			return ""
		}
		return v.Text
	case Format:
		return strings.Trim(v.formatName(), `"`)
	case Field:
		return v.fieldName()
	case Call:
		if converts(v.Text) && len(v.Parts) > 0 {
			return v.Parts[0].short()
		}
		if n := v.String(); !strings.ContainsAny(n, "?") {
			return n
		}
	case Elem:
		if base := v.part(); base != nil && (base.Kind == Param || base.Kind == Field || base.Kind == Global) {
			if n := base.short(); n != "" {
				return n + "[…]"
			}
		}
	case Choice:
		for _, p := range v.Parts {
			if n := p.short(); n != "" {
				return n
			}
		}
	case Param, Global, Ctx:
		if n := v.String(); n != "_" {
			return n
		}
	}
	return ""
}

// fieldName is base.field where the base has a name of its own, the type's name
// where only the type is known, and else the field alone.
func (v *Value) fieldName() string {
	base := v.part()
	if base != nil {
		switch base.Kind {
		case Param, Global, Field:
			if n := base.short(); n != "" {
				return n + "." + v.Text
			}
		case Unknown, Fresh:
			if t := v.Type[strings.LastIndexByte(v.Type, '.')+1:]; t != "" {
				return t + "." + v.Text
			}
		}
	}
	return v.Text
}

// converts reports whether a call only turns its first argument into another
// form of it: id.String(), strings.TrimPrefix(key, "/"), hex.EncodeToString(sum).
func converts(name string) bool {
	if i := strings.LastIndexAny(name, "./"); i >= 0 {
		switch name[i+1:] {
		case "String", "Hex", "Error", "Bytes", "EncodeToString", "ToString", "Unix", "UnixNano", "UnixMilli":
			return true
		}
	}
	for _, pkg := range []string{"strings.", "strconv.", "bytes.", "net/url.", "path."} {
		if strings.HasPrefix(name, pkg) {
			return true
		}
	}
	return false
}
