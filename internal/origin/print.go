package origin

import (
	"strconv"
	"strings"
	"unicode"
)

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
		if len(v.Parts) == 2 && strings.IndexFunc(v.Text, unicode.IsLetter) < 0 {
			return v.Parts[0].plain() + " " + v.Text + " " + v.Parts[1].plain()
		}
		name := v.Text[strings.LastIndexAny(v.Text, "./")+1:]
		if strings.HasPrefix(v.Text, "func ") {
			return name // the function itself
		}
		return name + "(…)"
	case Elem:
		return v.part().String() + "[…]"
	case Choice:
		return v.part().String()
	case Ctx:
		switch v.Text {
		case CtxCancel, CtxDerived:
			return v.part().String()
		case CtxWithoutCancel:
			return "context.WithoutCancel(" + v.part().String() + ")"
		}
		return v.Text
	}
	return "?"
}

// part is the first part, nil if there is none.
func (v *Value) part() *Value {
	if len(v.Parts) == 0 {
		return nil
	}
	return v.Parts[0]
}

// plain is String without quotes for a number.
func (v *Value) plain() string {
	if v != nil && v.Kind == Const && v.Type != "string" {
		return v.Text
	}
	return v.String()
}
